import { backoffMs } from "../direct/backoff.ts";

interface ReplayMinutesHost<Message> {
  /** Loads the messages of the minute that starts at `fromSec` seconds. */
  load: (fromSec: number) => Promise<Message[]>;
  onLoaded: () => void;
  nowMs?: () => number;
}

/**
 * Loads the messages of a recording minute by minute, on demand. Retries at increasing intervals while the edge does not respond.
 */
export function createReplayMinutes<Message>({
  load,
  onLoaded,
  nowMs = () => performance.now(),
}: ReplayMinutesHost<Message>) {
  const minutes = new Map<number, Message[]>();
  const requested = new Set<number>();
  let failures = 0;
  let againAtMs = 0;
  async function read(fromSec: number): Promise<void> {
    requested.add(fromSec);
    try {
      minutes.set(fromSec, await load(fromSec));
      failures = 0;
      onLoaded();
    } catch {
      requested.delete(fromSec);
      // Minutes that were requested together fail together, which counts as one failure.
      if (nowMs() < againAtMs) return;
      failures += 1;
      againAtMs = nowMs() + backoffMs(failures);
    }
  }
  return {
    want(fromSec: number): void {
      if (fromSec >= 0 && !requested.has(fromSec) && nowMs() >= againAtMs) void read(fromSec);
    },
    /** Returns the messages of a minute; empty until they are loaded. */
    of: (fromSec: number): Message[] => minutes.get(fromSec) ?? [],
  };
}
