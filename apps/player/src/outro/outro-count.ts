import type { OutroBeacon } from "@shoal/contract";
import type { PlaySession } from "@shoal/contract/player";

const MIN_RETRY_DELAY_MS = 2_000;
const MAX_RETRY_DELAY_MS = 60_000;
const TIMEOUT_MS = 15_000;

type CountedEvent = "shown" | "buttonClicks" | "subtextClicks";

export interface OutroCount {
  /** Increments a counter and reports to the edge. */
  add(what: CountedEvent): void;
}

/**
 * Counts events of a session's outro. Each message contains all counters, so a lost or repeated message changes nothing. Failed
 * messages are retried, and a last one is sent when the page closes.
 */
export function countOutro(session: () => PlaySession | undefined): OutroCount {
  let key = "";
  let counts = { shown: 0, buttonClicks: 0, subtextClicks: 0 };
  let isReported = true;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const beaconOf = ({ token, outro }: PlaySession): OutroBeacon | undefined =>
    outro ? { token, outro: outro.id, ...counts } : undefined;
  async function report(): Promise<void> {
    clearTimeout(timer);
    const current = session();
    const beacon = current && beaconOf(current);
    if (!beacon || !current.outro) return;
    const sent = JSON.stringify(counts);
    const isTaken = await postBeacon(current.outro.countUrl, beacon);
    // If counts changed while the message was being sent, another message is needed.
    isReported = isTaken && sent === JSON.stringify(counts);
    failures = isTaken ? 0 : failures + 1;
    if (!isTaken)
      timer = setTimeout(
        () => void report(),
        Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 2 ** (failures - 1)),
      );
  }
  window.addEventListener("pagehide", () => {
    const current = session();
    const beacon = isReported ? undefined : current && beaconOf(current);
    if (beacon && current?.outro)
      navigator.sendBeacon(
        current.outro.countUrl,
        new Blob([JSON.stringify(beacon)], { type: "application/json" }),
      );
  });
  return {
    add(what) {
      const current = session();
      if (!current?.outro) return;
      const ofNow = `${current.sessionId} ${current.outro.id}`;
      if (key !== ofNow) counts = { shown: 0, buttonClicks: 0, subtextClicks: 0 };
      key = ofNow;
      counts[what] += 1;
      isReported = false;
      void report();
    },
  };
}

/** Sends the counters. @returns false if a retry may succeed. */
async function postBeacon(url: string, beacon: OutroBeacon): Promise<boolean> {
  try {
    const { ok, status } = await fetch(url, {
      method: "POST",
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { "content-type": "application/json" },
      body: JSON.stringify(beacon),
    });
    return ok || (status >= 400 && status < 500 && status !== 429);
  } catch {
    return false;
  }
}
