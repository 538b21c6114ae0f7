import type { PlaySession } from "@shoal/contract";
import { currentDevice, currentNetwork } from "./device.ts";
import type { PlayerFault } from "./faults.ts";
import { sendBeacons } from "./metrics/beacon-sender.ts";
import { type Meter, type MeterSource, type PlayerStats, startMeter } from "./metrics/meter.ts";
import { MinuteBook } from "./metrics/minute-book.ts";
import type { SessionKeeper } from "./session/session-keeper.ts";

export interface AttachOptions {
  video: HTMLVideoElement;
  session: PlaySession;
  /** Origin of the edge, without a final slash. */
  edgeUrl: string;
  referrer: string;
  /** False: this viewer exchanges with nobody, whatever the rules say. */
  isPeering?: boolean;
  onFault?(fault: PlayerFault): void;
}

/** A player with its swarm and its beacons. */
export interface Attachment {
  /** The viewer, or autoplay, asked to play at this time of `performance.now()`; else the first `play` event counts. */
  attempt(atMs?: number): void;
  stats(): PlayerStats;
  /** Asks for a fresh token now, as after a sleep. */
  renewNow(): Promise<void>;
  freshUrl(url: string): string;
  close(): void;
}

/** Calls the host's listener; what the host throws stays with the host. */
export function reportTo(options: AttachOptions): (fault: PlayerFault) => void {
  return (fault) => {
    try {
      options.onFault?.(fault);
    } catch (error) {
      console.error("shoal: the onFault listener threw", error);
    }
  };
}

export interface Measured {
  meter: Meter;
  close(): void;
}

/** Starts counting and sending. */
export function measure(keeper: SessionKeeper, source: MeterSource): Measured {
  const book = new MinuteBook();
  const meter = startMeter(source, book);
  const sender = sendBeacons({
    book,
    url: () => keeper.current.beacon.url,
    token: () => keeper.current.token,
    intervalMs: keeper.current.beacon.intervalMs,
    device: currentDevice(),
    network: currentNetwork,
    onBeforeSend: () => meter.sample(),
  });
  return {
    meter,
    close() {
      meter.close();
      sender.close();
    },
  };
}
