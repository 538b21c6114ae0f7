import type { BeaconBatch, PluginSession } from "@shoal/contract/player";
import { currentDevice, currentNetwork } from "../device.ts";
import type { CompleteBatch } from "../notes/record-watching.ts";
import { postText } from "../post-text.ts";
import { MINUTE_MS, type MinuteCounters } from "./minute-counters.ts";

const MAX_BACKOFF_MS = 120_000;

export interface BeaconSenderOptions {
  counters: MinuteCounters;
  /** Returns the latest session. */
  session(): Pick<PluginSession, "beacon" | "serverTime">;
  /** Called before each batch, to update the counters. */
  onBeforeSend(): void;
  /** Adds data that is reported beside the counters. It is set only once the code that collects this data is loaded. */
  addNotes?: CompleteBatch;
}

export interface BeaconSender {
  close(): void;
}

/** Returns the delay until the next batch, which doubles with each consecutive failure. */
export function beaconDelayMs(intervalMs: number, failures: number): number {
  return Math.min(MAX_BACKOFF_MS, intervalMs * 2 ** failures);
}

/**
 * Sends changed counters at an interval, when the page is hidden, and when it is closed. Never throws.
 * @param options the sender's options, which are read again for each batch.
 */
export function sendBeacons(options: BeaconSenderOptions): BeaconSender {
  const aheadMinutes = clockAheadMinutes(options.session());
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new AbortController();
  const { signal } = listeners;
  const schedule = () => {
    clearTimeout(timer);
    if (signal.aborted) return;
    timer = setTimeout(() => void flush(), beaconDelayMs(options.session().beacon.intervalMs, failures));
  };
  async function flush(): Promise<void> {
    const { batch, markSent } = collectBatch(options, aheadMinutes);
    if (batch) {
      if (await postBatch(options.session().beacon.url, batch)) {
        failures = 0;
        markSent();
      } else failures += 1;
    }
    schedule();
  }
  const handleVisibility = () => {
    if (document.hidden) void flush();
  };
  document.addEventListener("visibilitychange", handleVisibility, { signal });
  window.addEventListener("pagehide", () => sendFinalBatch(options, aheadMinutes), { signal });
  schedule();
  return {
    close() {
      clearTimeout(timer);
      listeners.abort();
      sendFinalBatch(options, aheadMinutes);
    },
  };
}

/**
 * Returns how many minutes the edge's clock is ahead of the viewer's. By its own clock, an edge counts no minute that precedes the
 * session. If the edge's clock seems to be behind, the session may be old, and the result is 0.
 */
const clockAheadMinutes = ({ serverTime }: Pick<PluginSession, "serverTime">): number =>
  Math.max(0, Math.round((Date.parse(serverTime) - Date.now()) / MINUTE_MS)) || 0;

function collectBatch(
  { counters, session, onBeforeSend, addNotes }: BeaconSenderOptions,
  aheadMinutes: number,
): {
  batch: BeaconBatch | undefined;
  markSent(): void;
} {
  onBeforeSend();
  const { minutes, markSent } = counters.collect();
  const { beacon } = session();
  const batch = { token: beacon.token, device: currentDevice(), network: currentNetwork(), minutes };
  const completed = addNotes?.(batch, beacon) ?? batch;
  const byEdge = completed.minutes.map((each) => ({ ...each, minute: each.minute + aheadMinutes }));
  return { batch: minutes[0] && { ...completed, minutes: byEdge }, markSent };
}

async function postBatch(url: string, batch: BeaconBatch): Promise<boolean> {
  try {
    return (await postText(url, batch)).ok;
  } catch {
    return false;
  }
}

function sendFinalBatch(options: BeaconSenderOptions, aheadMinutes: number): void {
  const { batch } = collectBatch(options, aheadMinutes);
  if (!batch) return;
  navigator.sendBeacon(options.session().beacon.url, JSON.stringify(batch));
}
