/** Formats a time such as `3:07` or `1:02:05`. */
export function formatTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor((whole % 3_600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

export const formatSpeed = (rate: number, language: string): string => `${rate.toLocaleString(language)}×`;

/** Formats the approximate size of a file. @example formatSize(52_400_000, "en") // "52 MB" */
export function formatSize(bytes: number, language: string): string {
  const isLarge = bytes >= 1e9;
  const options = { style: "unit", maximumFractionDigits: isLarge ? 1 : 0 } as const;
  const value = Math.max(1, bytes / (isLarge ? 1e9 : 1e6));
  return value.toLocaleString(language, { ...options, unit: isLarge ? "gigabyte" : "megabyte" });
}
