/** A beginning of a month on an axis of dates. */
interface DateTick {
  time: number;
  /** As `Formats.date` takes it: `2024` where all are beginnings of years, otherwise `2024-07`. */
  date: string;
}

/** Months from one tick to the next. */
const STEPS = [1, 2, 3, 6, 12, 24, 60, 120];
const YEAR = 12;

/** Returns beginnings of months or years between two times, evenly, at most so many; none if there are not two. */
export function dateTicks(earliest: number, latest: number, most: number): DateTick[] {
  for (const step of STEPS) {
    const ticks = beginnings(earliest, latest, step);
    if (ticks.length <= most) return ticks.length < 2 ? [] : ticks;
  }
  return [];
}

function beginnings(earliest: number, latest: number, step: number): DateTick[] {
  const start = new Date(earliest);
  const first = Math.ceil((start.getUTCFullYear() * YEAR + start.getUTCMonth()) / step) * step;
  const ticks: DateTick[] = [];
  for (let month = first; ; month += step) {
    const [year, place] = [Math.floor(month / YEAR), month % YEAR];
    const time = Date.UTC(year, place);
    if (time > latest) return ticks;
    const date = step % YEAR === 0 ? String(year) : `${year}-${String(place + 1).padStart(2, '0')}`;
    if (time >= earliest) ticks.push({ time, date });
  }
}
