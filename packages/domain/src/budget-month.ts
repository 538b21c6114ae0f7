/** Whether a budget that stopped something for a month still does. @param month as 2026-11, of UTC; null or absent for none. */
export const isMonthOf = (month: string | null | undefined, nowMs: number): boolean =>
  month === new Date(nowMs).toISOString().slice(0, 7);
