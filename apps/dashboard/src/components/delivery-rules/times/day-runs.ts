/** Groups three or more consecutive days into ranges. @example dayRuns([1, 2, 3, 6]) // [[1, 3], [6]] */
export function dayRuns(days: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const day of days.toSorted()) {
    const last = runs.at(-1);
    if (last?.at(-1) === day - 1) last.push(day);
    else runs.push([day]);
  }
  return runs.flatMap((run) => (run.length < 3 ? run.map((day) => [day]) : [[run[0] ?? 0, run.at(-1) ?? 0]]));
}
