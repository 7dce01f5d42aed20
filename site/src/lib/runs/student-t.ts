import type { StudentT } from '@pitwall/bench/stats';

/**
 * Student's t for whole degrees of freedom, in closed form (Abramowitz & Stegun, Handbook of Mathematical
 * Functions, 26.7.3 and 26.7.4). This is all that a browser needs; the library that publish uses is a hundred
 * times the size and requires `eval`.
 */
export const browserStudentT: StudentT = {
  cdf(statistic, degrees) {
    const angle = Math.atan(Math.abs(statistic) / Math.sqrt(degrees));
    const between = betweenMinusAndPlus(angle, degrees);
    // Rounding may take it a little beyond 1.
    const tail = Math.max(0, 1 - between) / 2;
    return statistic < 0 ? tail : 1 - tail;
  },
  quantile(probability, degrees) {
    // The distribution is smooth over the half circle of angles, so bisection finds every digit.
    const wanted = 2 * probability - 1;
    let [low, high] = [-Math.PI / 2, Math.PI / 2];
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      const between = Math.sign(middle) * betweenMinusAndPlus(Math.abs(middle), degrees);
      if (between < wanted) low = middle;
      else high = middle;
    }
    return Math.tan((low + high) / 2) * Math.sqrt(degrees);
  },
};

/** Returns P(−t < T < t), where t is the tangent of the angle times the root of the degrees. */
function betweenMinusAndPlus(angle: number, degrees: number): number {
  const odd = degrees % 2 === 1;
  const cosine = Math.cos(angle);
  let term = odd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let k = odd ? 3 : 2; k <= degrees - 2; k += 2) {
    term *= ((k - 1) / k) * cosine ** 2;
    sum += term;
  }
  const whole = Math.sin(angle) * sum;
  return odd ? (2 / Math.PI) * (angle + whole) : whole;
}
