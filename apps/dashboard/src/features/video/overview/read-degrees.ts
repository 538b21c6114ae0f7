/**
 * Degrees as someone types them, with a point or a comma; undefined for what is no number within the limit.
 * @example readDegrees("48,66", 90) // 48.66
 */
export function readDegrees(text: string, max: number): number | undefined {
  const written = text.trim().replace(",", ".");
  if (!/^-?\d{1,3}(\.\d{1,12})?$/.test(written)) return undefined;
  const degrees = Number(written);
  return Math.abs(degrees) <= max ? degrees : undefined;
}
