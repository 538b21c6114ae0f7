/** Formats values for one language. */
export interface Format {
  number(value: number, unit?: string, digits?: number): string;
  /** @example bytes(12_345_678) // "12.3 MB" */
  bytes(value: number): string;
  /** @param bytesPerSec @example rate(1_000_000) // "8 Mbps" */
  rate(bytesPerSec: number): string;
  /** @example duration(3_146) // "3.1 s" */
  duration(ms: number): string;
  percent(share: number): string;
  /** @example clock(187) // "3:07" */
  clock(seconds: number): string;
}

export function formatIn(language: string): Format {
  const number = (value: number, unit?: string, digits = 0) =>
    value.toLocaleString(language, { maximumFractionDigits: digits, ...(unit && { style: "unit", unit }) });
  return {
    number,
    bytes: (value) => {
      if (value >= 1e9) return number(value / 1e9, "gigabyte", 2);
      return value >= 1e6 ? number(value / 1e6, "megabyte", 1) : number(value / 1e3, "kilobyte");
    },
    rate: (bytesPerSec) => {
      const kbps = (bytesPerSec * 8) / 1000;
      return kbps >= 1000 ? `${number(kbps / 1000, undefined, 1)}\u00a0Mbps` : `${number(kbps)}\u00a0kbps`;
    },
    duration: (ms) => (ms < 1000 ? number(ms, "millisecond") : number(ms / 1000, "second", 1)),
    percent: (share) => share.toLocaleString(language, { style: "percent" }),
    clock: (seconds) => {
      const whole = Math.max(0, Math.floor(seconds));
      const parts = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), whole % 60];
      const [hours, ...rest] = parts[0] ? parts : parts.slice(1);
      return [hours, ...rest.map((part) => String(part).padStart(2, "0"))].join(":");
    },
  };
}
