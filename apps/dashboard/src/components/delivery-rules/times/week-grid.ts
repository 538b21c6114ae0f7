import type { ActiveTime } from "@shoal/contract";

export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
/** The number of half hours in a day. */
export const STEPS_PER_DAY = 48;
const STEP_MIN = 30;

/** A half hour of the week as one number: day × 48 + half hour of the day, where day 0 is Monday. */
export type HalfHour = number;
export const cellOf = (day: number, step: number): HalfHour => (day - 1) * STEPS_PER_DAY + step;
export const CELL_COUNT = DAYS.length * STEPS_PER_DAY;

/** Returns the time of day at which a half hour starts: `08:30` for 17, `24:00` for 48. */
export function timeOfStep(step: number): string {
  const [hours, minutes] = [Math.floor(step / 2), (step % 2) * STEP_MIN];
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
};

/** Whether the grid can show all of these times, which must start and end on half hours. */
export const fitsGrid = (times: readonly ActiveTime[]): boolean =>
  times.every(({ from, to }) => [from, to].every((time) => minuteOf(time) % STEP_MIN === 0));

/** Returns the half hours that these times cover. An empty list means always, so it covers the whole week. */
export function cellsOf(times: readonly ActiveTime[]): Set<HalfHour> {
  if (times.length === 0) return new Set(Array.from({ length: CELL_COUNT }, (_, cell) => cell));
  const cells = new Set<HalfHour>();
  for (const { days, from, to } of times) {
    const [start, end] = [minuteOf(from) / STEP_MIN, minuteOf(to) / STEP_MIN];
    const length = start < end ? end - start : STEPS_PER_DAY - start + end;
    for (const day of days)
      for (let step = start; step < start + length; step++)
        cells.add((cellOf(day, step) + CELL_COUNT) % CELL_COUNT);
  }
  return cells;
}

interface DayRun {
  day: number;
  from: number;
  to: number;
}

/**
 * Returns the times of these half hours, grouping days with the same times; empty for the whole week, which means always.
 * @example timesOf(new Set([cellOf(1, 46), cellOf(1, 47), cellOf(2, 0)])) // Monday from 23:00 to 00:30
 */
export function timesOf(cells: ReadonlySet<HalfHour>): ActiveTime[] {
  if (cells.size === CELL_COUNT) return [];
  const groups = Map.groupBy(joinRunsAcrossMidnight(runsOf(cells)), ({ from, to }) => `${from} ${to}`);
  return [...groups.values()].map((runs) => {
    const [{ from, to }] = runs as [DayRun, ...DayRun[]];
    return { days: runs.map(({ day }) => day), from: timeOfStep(from), to: timeOfStep(to) };
  });
}

/** Finds the uninterrupted runs of half hours of each day. */
function runsOf(cells: ReadonlySet<HalfHour>): DayRun[] {
  return DAYS.flatMap((day) => {
    const runs: DayRun[] = [];
    for (let step = 0; step < STEPS_PER_DAY; step++) {
      if (!cells.has(cellOf(day, step))) continue;
      const last = runs.at(-1);
      if (last?.to === step) last.to = step + 1;
      else runs.push({ day, from: step, to: step + 1 });
    }
    return runs;
  });
}

/** Joins runs across midnight if the result is shorter than a day. */
function joinRunsAcrossMidnight(runs: readonly DayRun[]): DayRun[] {
  const mornings = new Map(
    runs.filter(({ from, to }) => from === 0 && to < STEPS_PER_DAY).map((run) => [run.day, run]),
  );
  const joined = new Set<DayRun>();
  const nights = runs.map((run) => {
    const morning = mornings.get((run.day % DAYS.length) + 1);
    const goesOn = run.to === STEPS_PER_DAY && run.from > 0 && morning && morning.to < run.from;
    if (!goesOn) return run;
    joined.add(morning);
    return { ...run, to: morning.to };
  });
  return nights.filter((_, index) => !joined.has(runs[index] as DayRun));
}
