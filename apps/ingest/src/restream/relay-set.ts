import type { RelayState, RelayStatus } from "@shoal/contract";
import type { RelayTarget } from "@shoal/contract/ingest";
import { type LiveClock, LiveTimeline } from "@shoal/media";
import { type MediaMessage, readAudioHeader, readVideoHeader } from "@shoal/rtmp";
import type { InputListener } from "../session/input/input-listener.ts";
import type { ConnectTarget } from "./connect-target.ts";
import { Relay } from "./relay.ts";

/** The start of a publisher's metadata in AMF0. Other script messages are meant for the publisher's own players. */
const METADATA_PREFIX = Buffer.concat([Buffer.from([2, 0, 10]), Buffer.from("onMetaData")]);

export interface RelaySetOptions {
  clock: LiveClock;
  open: ConnectTarget;
  random?: () => number;
}

/** The restream targets of one live. The targets are independent of each other and never delay the live. */
export class RelaySet implements InputListener {
  readonly #options: RelaySetOptions;
  readonly #relays = new Map<string, Relay>();
  readonly #leaving = new Set<Promise<void>>();
  readonly #timeline = new LiveTimeline();
  readonly #configs = new Map<MediaMessage["kind"], MediaMessage>();
  #isFed = false;
  #isOver = false;

  constructor(options: RelaySetOptions) {
    this.#options = options;
  }

  /** Replaces the targets: starts new ones, ends removed ones, and keeps the others. */
  setTargets(targets: readonly RelayTarget[]): void {
    for (const { target } of this.#relays.values())
      if (!targets.some((each) => isSameTarget(each, target))) this.#remove(target.uuid);
    if (!this.#isOver) for (const target of targets) if (!this.#relays.has(target.uuid)) this.#add(target);
  }

  /** Returns the state of each target, in order of creation, and starts a new measuring interval. */
  statuses(): RelayStatus[] {
    return [...this.#relays.values()].map((relay) => relay.status());
  }

  /** The state of each target. Unlike `statuses`, reading it does not start a measuring interval. */
  get states(): RelayState[] {
    return [...this.#relays.values()].map(({ state }) => state);
  }

  begin(): void {
    this.#configs.clear();
    this.#setFed(true);
  }

  message(message: MediaMessage, nowMs: number): void {
    const isConfig = isConfiguration(message);
    if (isConfig === undefined) return;
    const { atMs } = this.#timeline.place(message.kind, message.timestampMs, nowMs);
    const placed = { ...message, timestampMs: atMs };
    if (isConfig) this.#configs.set(message.kind, placed);
    for (const relay of this.#relays.values()) relay.send(placed);
  }

  gone(): void {
    this.#setFed(false);
  }

  end(): void {
    this.#isOver = true;
    this.setTargets([]);
  }

  /** Resolves once the targets that have ended so far have received all data. */
  async settled(): Promise<void> {
    await Promise.all(this.#leaving);
  }

  #add(target: RelayTarget): void {
    const { clock, open, random = Math.random } = this.#options;
    const relay = new Relay({ target, clock, open, random, configs: () => [...this.#configs.values()] });
    this.#relays.set(target.uuid, relay);
    relay.setFed(this.#isFed);
  }

  #remove(uuid: string): void {
    const relay = this.#relays.get(uuid);
    if (!relay) return;
    this.#relays.delete(uuid);
    relay.close();
    const left = relay.closed.finally(() => this.#leaving.delete(left));
    this.#leaving.add(left);
  }

  #setFed(isFed: boolean): void {
    this.#isFed = isFed;
    for (const relay of this.#relays.values()) relay.setFed(isFed);
  }
}

const isSameTarget = (a: RelayTarget, b: RelayTarget) =>
  a.uuid === b.uuid && a.url === b.url && a.key === b.key;

/**
 * Whether a message is a configuration that new connections need first.
 * @returns undefined for messages that are not forwarded.
 */
function isConfiguration(message: MediaMessage): boolean | undefined {
  if (message.kind === "script")
    return message.payload.subarray(0, METADATA_PREFIX.length).equals(METADATA_PREFIX) || undefined;
  const header = message.kind === "video" ? readVideoHeader(message) : readAudioHeader(message);
  return header && (header.isConfig || header.isMedia) ? header.isConfig : undefined;
}
