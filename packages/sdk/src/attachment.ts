import type { PlaySession } from "@shoal/contract/player";
import { DirectCounters } from "./direct/direct-counters.ts";
import { type DirectSource, withDirect } from "./direct/direct-source.ts";
import type { PlayerFault } from "./faults.ts";
import { attachmentsOfPage, type Inspectable, type Inspection } from "./inspection.ts";
import { type BeaconSenderOptions, sendBeacons } from "./metrics/beacon-sender.ts";
import { type Meter, type MeterSource, type PlayerStats, startMeter } from "./metrics/meter.ts";
import { MinuteCounters } from "./metrics/minute-counters.ts";
import type { PlayCallError, RequestingPage } from "./session/play-call.ts";
import type { SessionKeeper, SessionKeeperOptions } from "./session/session-keeper.ts";

export interface AttachOptions extends RequestingPage {
  video: HTMLVideoElement;
  session: PlaySession;
  /** The origin of the edge, without a trailing slash. */
  edgeUrl: string;
  /** Whether this viewer shares data if the rules allow it; true by default. */
  isPeering?: boolean;
  onFault?(fault: PlayerFault): void;
  /** Called when the video was encoded again: the player loads this session's playlist and continues at its position. */
  onReplaced?(session: PlaySession): void;
  /** Called when the session has a new token. It may also contain changes by the video's owner. */
  onRenewed?(session: PlaySession): void;
}

/** A player, with the swarm in which it shares data and with its beacons. */
export interface Attachment {
  /** Records when the viewer, or autoplay, started playback, by `performance.now()`; by default the first `play` event. */
  attempt(atMs?: number): void;
  stats(): PlayerStats;
  /** Requests a new token immediately, for example after the device slept. */
  renewNow(): Promise<void>;
  freshUrl(url: string): string;
  close(): void;
}

type HostCallbacks = Required<
  Pick<SessionKeeperOptions, "onDenied" | "onUnready" | "onReplaced" | "onRenewed">
>;

/** Passes events of the session keeper to the host; exceptions that the host throws do not reach the SDK. */
export function notifyHost(options: AttachOptions): HostCallbacks & { report(fault: PlayerFault): void } {
  const report = guardListener("onFault", (fault: PlayerFault) => options.onFault?.(fault));
  const refused =
    (fatal: boolean) =>
    ({ type, message, cause }: PlayCallError) =>
      report({ type, detail: message, fatal, cause });
  return {
    report,
    onDenied: refused(true),
    onUnready: refused(false),
    onReplaced: guardListener("onReplaced", (session: PlaySession) => options.onReplaced?.(session)),
    onRenewed: guardListener("onRenewed", (session: PlaySession) => options.onRenewed?.(session)),
  };
}

function guardListener<T>(name: string, listener: (value: T) => void): (value: T) => void {
  return (value) => {
    try {
      listener(value);
    } catch (error) {
      console.error(`shoal: the ${name} listener threw`, error);
    }
  };
}

/** Registers a player with a play session for the overlay and the session recorder. */
export function registerForOverlay(
  keeper: SessionKeeper,
  measured: Measurement,
  readInspection: () => Omit<Inspection, "name" | "session" | "stats">,
): void {
  const inspectable = {
    inspect: () => ({
      ...readInspection(),
      stats: measured.meter.stats(),

      name: keeper.current.title,
      session: keeper.current.p2p,
    }),
  };
  attachmentsOfPage().add(inspectable);
  measured.inspected(inspectable);
}

export interface Measurement {
  meter: Meter;
  /** Records the player's events. `close` removes it from the page's list of players. */
  inspected(player: Inspectable): void;
  close(): void;
}

/** The name under which the platform's own player reports, as opposed to players of other pages. */
const PLAYER_NAME = "Shoal";

/** Starts to count and to send the counters. @param direct the no-delay stream, if the video has one. */
export function startMeasurement(
  keeper: SessionKeeper,
  source: MeterSource,
  direct?: DirectSource,
): Measurement {
  const counters = direct ? new DirectCounters(direct) : new MinuteCounters();
  const meter = startMeter(direct ? withDirect(source, direct) : source, counters);
  const sending: BeaconSenderOptions = {
    counters,
    session: () => keeper.current,
    onBeforeSend: () => meter.recordSample(),
  };
  // Playback of a preview is not counted.
  const sender = keeper.current.preview ? undefined : sendBeacons(sending);
  let player: Inspectable | undefined;
  return {
    meter,
    inspected(inspectable) {
      player = inspectable;
      void recordInto(sending, inspectable);
    },
    close() {
      meter.close();
      sender?.close();
      if (player) attachmentsOfPage().delete(player);
    },
  };
}

/** Loads the session recorder. If that fails, only counters are sent. */
async function recordInto(sending: BeaconSenderOptions, player: Inspectable): Promise<void> {
  try {
    const { recordWatching } = await import("./notes/record-watching.ts");
    sending.addNotes = recordWatching(player, PLAYER_NAME, sending.counters);
  } catch (error) {
    console.error(error);
  }
}
