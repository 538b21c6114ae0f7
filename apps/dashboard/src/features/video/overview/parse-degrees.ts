/**
 * Parses typed degrees, with a decimal point or comma; undefined unless it is a number within the limit.
 * @example parseDegrees("48,66", 90) // 48.66
 */
export function parseDegrees(text: string, max: number): number | undefined {
  const written = text.trim().replace(",", ".");
  if (!/^-?\d{1,3}(\.\d{1,12})?$/.test(written)) return undefined;
  const degrees = Number(written);
  return Math.abs(degrees) <= max ? degrees : undefined;
}
