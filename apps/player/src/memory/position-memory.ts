import type { SafeStorage } from "./open-storage.ts";

/** A video shorter than this always starts from its beginning. */
const MIN_DURATION_SEC = 60;
/** A position before this many seconds is not stored, because the viewer has hardly watched the video. */
const MIN_POSITION_SEC = 10;
/** A video counts as finished when this share of it remains, such as the credits, within the following bounds. */
const END_SHARE = 0.05;
const MIN_END_SEC = 10;
const MAX_END_SEC = 120;
const MAX_VIDEOS = 100;
const STORAGE_KEY = "shoal:positions";

/** The stored positions by video, with the latest last. */
type StoredPositions = [uuid: string, positionSec: number][];

export interface PositionMemory {
  /** Returns the position at which to resume; undefined to start from the beginning. */
  find(durationSec: number): number | undefined;
  keep(positionSec: number, durationSec: number): void;
  clear(): void;
}

/** Whether playback should resume at this position. */
function shouldResume(positionSec: number, durationSec: number): boolean {
  const endSec = Math.min(MAX_END_SEC, Math.max(MIN_END_SEC, durationSec * END_SHARE));
  return (
    durationSec >= MIN_DURATION_SEC && positionSec >= MIN_POSITION_SEC && positionSec < durationSec - endSec
  );
}

/** Remembers where this browser's viewer stopped in each of the last hundred videos. */
export function rememberPosition(uuid: string, storage: SafeStorage): PositionMemory {
  const others = () => loadPositions(storage).filter(([other]) => other !== uuid);
  const write = (positions: StoredPositions) =>
    storage.setItem(STORAGE_KEY, JSON.stringify(positions.slice(-MAX_VIDEOS)));
  const clear = () => write(others());
  return {
    find(durationSec) {
      const positionSec = loadPositions(storage).find(([other]) => other === uuid)?.[1];
      return positionSec !== undefined && shouldResume(positionSec, durationSec) ? positionSec : undefined;
    },
    keep(positionSec, durationSec) {
      if (shouldResume(positionSec, durationSec)) write([...others(), [uuid, Math.floor(positionSec)]]);
      else clear();
    },
    clear,
  };
}

/** Loads the stored positions. Ignores values that this code did not write. */
function loadPositions(storage: SafeStorage): StoredPositions {
  try {
    const positions: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(positions) ? positions.filter(isPosition) : [];
  } catch {
    return [];
  }
}

const isPosition = (entry: unknown): entry is StoredPositions[number] =>
  Array.isArray(entry) && typeof entry[0] === "string" && Number.isFinite(entry[1]);
