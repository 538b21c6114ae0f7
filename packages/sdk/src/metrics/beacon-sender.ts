import type { BeaconBatch } from "@shoal/contract";
import type { Device, Network } from "../device.ts";
import type { MinuteBook } from "./minute-book.ts";

const BACKOFF_MAX_MS = 120_000;

export interface BeaconSenderOptions {
  book: MinuteBook;
  url(): string;
  token(): string;
  intervalMs: number;
  device: Device;
  network(): Network;
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
    if (!isClosed) timer = setTimeout(() => void flush(), beaconDelayMs(options.intervalMs, failures));
  };
  async function flush(): Promise<void> {
    const { batch, confirm } = collect(options);
    if (batch) {
      const isTaken = await post(options.url(), batch);
      failures = isTaken ? 0 : failures + 1;
      if (isTaken) confirm();
    }
    schedule();
  }
  const handleVisibility = () => {
    if (document.visibilityState === "hidden") void flush();
  };
  const handlePageHide = () => sendLast(options);
  document.addEventListener("visibilitychange", handleVisibility);
  window.addEventListener("pagehide", handlePageHide);
  schedule();
  return {
    flush,
    close() {
      isClosed = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", handleVisibility);
      window.removeEventListener("pagehide", handlePageHide);
      sendLast(options);
    },
  };
}

function collect({ book, token, device, network, onBeforeSend }: BeaconSenderOptions): {
  batch: BeaconBatch | undefined;
  confirm(): void;
} {
  onBeforeSend();
  const { minutes, confirm } = book.collect();
  return {
    batch: minutes.length > 0 ? { token: token(), device, network: network(), minutes } : undefined,
    confirm,
  };
}

async function post(url: string, batch: BeaconBatch): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: "POST",
      keepalive: true,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(batch),
    });
    return response.ok;
  } catch {
    return false;
  }
}

function sendLast(options: BeaconSenderOptions): void {
  const { batch } = collect(options);
  if (!batch) return;
  const isSameOrigin = new URL(options.url(), location.href).origin === location.origin;
  // Another origin would need a preflight, which a page that is going away cannot make.
  const type = isSameOrigin ? "application/json" : "text/plain";
  navigator.sendBeacon(options.url(), new Blob([JSON.stringify(batch)], { type }));
}
