import type { SafeStorage } from "./open-storage.ts";

const STORAGE_KEY = "shoal:captions";

/** A viewer's last choice in any video; "off" if they turned captions off. */
export type CaptionsChoice = "off" | { language: string; kind: string };

export interface CaptionsMemory {
  read(): CaptionsChoice | undefined;
  write(wish: CaptionsChoice): void;
}

/** Remembers this browser's choice of captions for all videos. */
export function rememberCaptions(storage: SafeStorage): CaptionsMemory {
  return {
    read: () => parseChoice(storage.getItem(STORAGE_KEY)),
    write: (wish) => storage.setItem(STORAGE_KEY, JSON.stringify(wish)),
  };
}

/** Ignores values that this code did not write. */
function parseChoice(text: string | null): CaptionsChoice | undefined {
  try {
    const wish: unknown = JSON.parse(text ?? "null");
    if (wish === "off") return wish;
    const { language, kind } = (wish ?? {}) as { language?: unknown; kind?: unknown };
    return typeof language === "string" && typeof kind === "string" ? { language, kind } : undefined;
  } catch {
    return undefined;
  }
}
