import type { SafeStorage } from "./open-storage.ts";

const KEY = "shoal:captions";

/** A viewer's last choice, in any video; "off" when they turned captions off. */
export type CaptionsWish = "off" | { language: string; kind: string };

export interface CaptionsMemory {
  read(): CaptionsWish | undefined;
  write(wish: CaptionsWish): void;
}

/** Remembers this browser's choice of captions, for all videos. */
export function rememberCaptions(storage: SafeStorage): CaptionsMemory {
  return {
    read: () => parseWish(storage.getItem(KEY)),
    write: (wish) => storage.setItem(KEY, JSON.stringify(wish)),
  };
}

/** Ignores values that this code did not write. */
function parseWish(text: string | null): CaptionsWish | undefined {
  try {
    const wish: unknown = JSON.parse(text ?? "null");
    if (wish === "off") return wish;
    const { language, kind } = (wish ?? {}) as { language?: unknown; kind?: unknown };
    return typeof language === "string" && typeof kind === "string" ? { language, kind } : undefined;
  } catch {
    return undefined;
  }
}
