import type { BeaconBatch, PluginSession } from "@shoal/contract";
import { currentDevice, currentNetwork } from "../device.ts";
import { postText } from "../post-text.ts";
import type { MinuteBook } from "./minute-book.ts";

const BACKOFF_MAX_MS = 120_000;

export interface BeaconSenderOptions {
  book: MinuteBook;
  /** The latest. */
  session(): Pick<PluginSession, "beacon">;
  /** Called before each batch: counts what has happened until now. */
  onBeforeSend(): void;
}

export interface BeaconSender {
  flush(): Promise<void>;
  close(): void;
}

/** After n failures in a row, twice as long each time. */
export function beaconDelayMs(intervalMs: number, failures: number): number {
  return Math.min(BACKOFF_MAX_MS, intervalMs * 2 ** Math.min(failures, 6));
}

/** Sends the book's news at an interval, when the page is hidden, and a last time when it goes. Never throws. */
export function sendBeacons(options: BeaconSenderOptions): BeaconSender {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  const schedule = () => {
    clearTimeout(timer);
    const { intervalMs } = options.session().beacon;
    if (!isClosed) timer = setTimeout(() => void flush(), beaconDelayMs(intervalMs, failures));
  };
  async function flush(): Promise<void> {
    const { batch, confirm } = collect(options);
    if (batch) {
      const isTaken = await post(options.session().beacon.url, batch);
      failures = isTaken ? 0 : failures + 1;
      if (isTaken) confirm();
    }
    schedule();
  }
  const handleVisibility = () => {
    if (document.visibilityState === "hidden") void flush();
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  document.addEventListener("visibilitychange", handleVisibility, { signal });
  window.addEventListener("pagehide", () => sendLast(options), { signal });
  schedule();
  return {
    flush,
    close() {
      isClosed = true;
      clearTimeout(timer);
      listeners.abort();
      sendLast(options);
    },
  };
}

function collect({ book, session, onBeforeSend }: BeaconSenderOptions): {
  batch: BeaconBatch | undefined;
  confirm(): void;
} {
  onBeforeSend();
  const { minutes, confirm } = book.collect();
  const { token } = session().beacon;
  const batch = { token, device: currentDevice(), network: currentNetwork(), minutes };
  return { batch: minutes.length > 0 ? batch : undefined, confirm };
}

async function post(url: string, batch: BeaconBatch): Promise<boolean> {
  try {
    return (await postText(url, batch)).ok;
  } catch {
    return false;
  }
}

function sendLast(options: BeaconSenderOptions): void {
  const { batch } = collect(options);
  if (!batch) return;
  navigator.sendBeacon(options.session().beacon.url, JSON.stringify(batch));
}
