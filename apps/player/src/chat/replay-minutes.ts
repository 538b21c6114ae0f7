import { backoffMs } from "../direct/backoff.ts";

interface ReplayMinutesHost<Message> {
  /** Reads the messages of the minute that begins there. */
  load: (fromSec: number) => Promise<Message[]>;
  onLoaded: () => void;
  nowMs?: () => number;
}

/**
 * The messages of a recording, read minute by minute as they are wanted. While the edge does not answer, viewers ask for them
 * again ever more rarely.
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
      // Minutes that were requested together fail together: this is one failure.
      if (nowMs() < againAtMs) return;
      failures += 1;
      againAtMs = nowMs() + backoffMs(failures);
    }
  }
  return {
    want(fromSec: number): void {
      if (fromSec >= 0 && !requested.has(fromSec) && nowMs() >= againAtMs) void read(fromSec);
    },
    /** Empty until it is there. */
    of: (fromSec: number): Message[] => minutes.get(fromSec) ?? [],
  };
}
