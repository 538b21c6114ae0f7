/** The number of months to choose from: the current year's, and the previous year's for comparison. */
const MONTH_COUNT = 24;

/** Whether a string is a month in the API's form. The check does not use the schema library, which the page's bundle does not contain. */
export const isMonth = (text: string): boolean => /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text);

/** Lists the current month and the previous months, in UTC. @example listMonths(Date.UTC(2026, 0, 5))[1] // "2025-12" */
export function listMonths(nowMs: number): string[] {
  const now = new Date(nowMs);
  return Array.from({ length: MONTH_COUNT }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
