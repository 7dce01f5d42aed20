import { type Calibration, type CalibrationSummary, knownQuantile, type SiteIndex } from '../model/index.ts';
import { readCalibrations } from '../results/calibration-store.ts';
import { pairedEffect } from '../stats/index.ts';
import { significant } from '../util/rounding.ts';
import { calibrationKinds } from './calibration-kinds.ts';

/** Reduces every calibration of a results folder to what it says about the errors of the method. */
export function calibrationSummaries(resultsFolder: string): SiteIndex['calibrations'] {
  return readCalibrations(resultsFolder).flatMap(({ machine, calibration }) => {
    const [first] = calibration.comparisons;
    return first ? [{ machine, calibration: summary(calibration, first.startedAt) }] : [];
  });
}

function summary({ comparisons, latency }: Calibration, startedAt: string): CalibrationSummary {
  return {
    startedAt,
    rows: calibrationKinds(comparisons).flatMap((kind) => {
      const effect = pairedEffect(kind.ratios);
      if (!effect) return [];
      return [
        {
          server: kind.server,
          mode: kind.mode,
          warm: kind.warm,
          pairs: effect.pairs,
          pairDeviation: significant(effect.deviation),
          known: significant(kind.added),
          found: {
            share: significant(effect.ratio - 1),
            low: significant(effect.low - 1),
            high: significant(effect.high - 1),
          },
        },
      ];
    }),
    latency: latency.map((truth) => ({
      ratePerSecond: truth.ratePerSecond,
      stallEveryMilliseconds: truth.stallEveryMilliseconds,
      stallMilliseconds: truth.stallMilliseconds,
      quantiles: [
        { probability: 0.5, seconds: truth.p50Seconds },
        { probability: 0.99, seconds: truth.p99Seconds },
        { probability: 0.999, seconds: truth.p999Seconds },
      ].map((quantile) => ({
        ...quantile,
        knownSeconds: significant(knownQuantile(truth, quantile.probability)),
      })),
    })),
  };
}
