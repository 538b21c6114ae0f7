import type { DirectSignal } from "@shoal/contract/player";
import type { Rendition } from "@shoal/sdk";
import { backoffMs } from "./backoff.ts";
import { DirectLink } from "./direct-link.ts";
import { type QueueState, RoomClient, type RoomClientOptions, type RoomPlace } from "./room-client.ts";

/** Time in ms after which a connection counts as stable. If it fails later, the retry delays start over. */
const STABLE_AFTER_MS = 30_000;

export type DirectState =
  /** The viewer has no place and is not waiting for one. */
  | { phase: "away" }
  | { phase: "connecting" }
  | ({ phase: "waiting" } & QueueState)
  /** The viewer is connected; the first frame follows shortly. */
  | { phase: "receiving"; stream: MediaStream }
  /** The connection to the publisher has failed and is being retried. */
  | { phase: "lost" };

type ReceiverLink = Pick<DirectLink, keyof DirectLink>;

export interface DirectReceiverOptions extends Pick<RoomClientOptions, "room" | "onTicketRefused"> {
  onState(state: DirectState): void;
  makeLink?(options: ConstructorParameters<typeof DirectLink>[0]): ReceiverLink;
}

/** Manages a place in the room of a live, and the stream that the place provides. */
export class DirectReceiver {
  readonly #options: DirectReceiverOptions;
  readonly #room: RoomClient;
  #state: DirectState = { phase: "away" };
  #place: RoomPlace | undefined;
  #link: ReceiverLink | undefined;
  #linkedAtMs = 0;
  #failures = 0;
  /** The bytes that connections received before they were closed. */
  #pastBytes = 0;

  constructor(options: DirectReceiverOptions) {
    this.#options = options;
    this.#room = new RoomClient({
      room: options.room,
      onTicketRefused: options.onTicketRefused,
      onPlace: (place) => this.#placed(place),
      onWaiting: (waiting) => this.#wait(waiting),
      onSignal: (signal) => this.#handleSignal(signal),
    });
  }

  get state(): DirectState {
    return this.#state;
  }

  join(): void {
    if (this.#state.phase !== "away") return;
    this.#move({ phase: "connecting" });
    this.#room.join();
  }

  /** Gives up the place, after notifying the listener that shows the stream. */
  leave(): void {
    if (this.#state.phase === "away") return;
    this.#move({ phase: "away" });
    this.#unlink();
    this.#room.leave();
  }

  renewed(): void {
    this.#room.renewed();
  }

  /** Tries again immediately, because the viewer has asked for it. */
  retry(): void {
    if (this.#state.phase === "receiving" || this.#state.phase === "away") return;
    this.#room.rejoin(0);
  }

  /** The bytes received so far by all connections. */
  get bytes(): number {
    return this.#pastBytes + this.#linkBytes();
  }

  /** Whether the video stands still: its last frame is frozen, or the connection is being restored. */
  get isStill(): boolean {
    if (this.#state.phase === "receiving") return this.#link?.watch.isStill(performance.now()) ?? false;
    return this.#state.phase === "lost" || this.#state.phase === "connecting";
  }

  get rendition(): Rendition {
    const { kbps = 0, reading } = this.#link?.watch ?? {};
    return { transport: "peer", kbps, isBest: true, ...(reading ? { height: reading.height } : {}) };
  }

  #linkBytes(): number {
    const reading = this.#link?.watch.reading;
    return reading ? reading.videoBytes + reading.audioBytes : 0;
  }

  #placed(place: RoomPlace): void {
    // If the viewer gets the same place again after a reconnection, the existing link continues.
    if (this.#place?.id === place.id) return;
    this.#relink(place);
  }

  #handleSignal(signal: DirectSignal): void {
    if (this.#place && signal.kind === "offer" && !this.#link?.acceptsOffer(signal.sdp))
      this.#relink(this.#place);
    this.#link?.handle(signal);
  }

  #relink(place: RoomPlace): void {
    this.#move({ phase: "connecting" });
    this.#unlink();
    this.#place = place;
    this.#linkedAtMs = performance.now();
    const { makeLink = (options) => new DirectLink(options) } = this.#options;
    this.#link = makeLink({
      iceServers: place.iceServers,
      send: (signal) => this.#room.send(signal),
      onStream: (stream) => this.#move({ phase: "receiving", stream }),
      onLost: () => this.#handleLoss(),
    });
  }

  #wait(waiting: QueueState): void {
    this.#move({ phase: "waiting", ...waiting });
    this.#unlink();
  }

  #handleLoss(): void {
    this.#move({ phase: "lost" });
    this.#unlink();
    if (performance.now() - this.#linkedAtMs > STABLE_AFTER_MS) this.#failures = 0;
    this.#failures += 1;
    this.#room.rejoin(this.#failures === 1 ? 0 : backoffMs(this.#failures));
  }

  #unlink(): void {
    const link = this.#link;
    if (!link) return;
    this.#pastBytes += this.#linkBytes();
    this.#link = undefined;
    this.#place = undefined;
    link.close();
  }

  #move(state: DirectState): void {
    this.#state = state;
    this.#options.onState(state);
  }
}
