import type { SafeStorage } from "./open-storage.ts";

/** A video shorter than this always starts from its beginning. */
const DURATION_MIN_SEC = 60;
/** A position before this many seconds is not stored, since the viewer has hardly watched the video. */
const POSITION_MIN_SEC = 10;
/** The remaining time at which a video counts as finished: a twentieth of it (credits), within these bounds. */
const END_SHARE = 0.05;
const END_MIN_SEC = 10;
const END_MAX_SEC = 120;
const VIDEOS_MAX = 100;
const KEY = "shoal:positions";

/** The stored positions by video, the latest last. */
type Positions = [uuid: string, positionSec: number][];

export interface PositionMemory {
  /** Returns the position to resume at; undefined for the beginning. */
  find(durationSec: number): number | undefined;
  keep(positionSec: number, durationSec: number): void;
  clear(): void;
}

/** Whether to resume at this position. */
function shouldResume(positionSec: number, durationSec: number): boolean {
  const endSec = Math.min(END_MAX_SEC, Math.max(END_MIN_SEC, durationSec * END_SHARE));
  return (
    durationSec >= DURATION_MIN_SEC && positionSec >= POSITION_MIN_SEC && positionSec < durationSec - endSec
  );
}

/** Remembers where this browser's viewer stopped in a video; up to a hundred videos. */
export function rememberPosition(uuid: string, storage: SafeStorage): PositionMemory {
  const others = () => readPositions(storage).filter(([other]) => other !== uuid);
  const write = (positions: Positions) => storage.setItem(KEY, JSON.stringify(positions.slice(-VIDEOS_MAX)));
  const clear = () => write(others());
  return {
    find(durationSec) {
      const positionSec = readPositions(storage).find(([other]) => other === uuid)?.[1];
      return positionSec !== undefined && shouldResume(positionSec, durationSec) ? positionSec : undefined;
    },
    keep(positionSec, durationSec) {
      if (shouldResume(positionSec, durationSec)) write([...others(), [uuid, Math.floor(positionSec)]]);
      else clear();
    },
    clear,
  };
}

/** Reads the stored positions; ignores values that this code did not write. */
function readPositions(storage: SafeStorage): Positions {
  try {
    const positions: unknown = JSON.parse(storage.getItem(KEY) ?? "[]");
    return Array.isArray(positions) ? positions.filter(isPosition) : [];
  } catch {
    return [];
  }
}

const isPosition = (entry: unknown): entry is Positions[number] =>
  Array.isArray(entry) && typeof entry[0] === "string" && Number.isFinite(entry[1]);
