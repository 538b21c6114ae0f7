/** Returns whether a stop for a month is still in force. @param month such as 2026-11, in UTC; null or absent for none. */
export const isMonthOf = (month: string | null | undefined, nowMs: number): boolean =>
  month === new Date(nowMs).toISOString().slice(0, 7);
