/** How many months can be chosen from: this year's, and those that it is compared with. */
const MONTHS = 24;

/** In the api's form; schemas and their patterns are not part of the page. */
export const isMonth = (text: string): boolean => /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text);

/** The month that runs and those before it, of UTC. @example listMonths(Date.UTC(2026, 0, 5))[1] // "2025-12" */
export function listMonths(nowMs: number): string[] {
  const now = new Date(nowMs);
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
