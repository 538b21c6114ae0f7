import { DIRECT_PLACES, type DirectAnswer, type DirectRequest } from "@shoal/contract/player";
import { OPEN_READY_STATE, type SocketLike } from "../capture.types.ts";
import type { CapturedStream, DirectState, RoomAddress, RoomPublisherOptions } from "./direct.types.ts";
import { ViewerLinks } from "./viewer-links.ts";

const FIRST_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 8_000;
/** The maximum number of redirects. Edges that redirect to each other agree after a few redirects or not at all. */
const MAX_REDIRECTS = 3;

/**
 * Publishes a live in its room: sends the captured stream to each viewer who holds a place, over a separate connection. While the room is
 * unreachable, the viewers' connections stay open. The publisher reconnects to the room automatically until it is stopped or another
 * publisher takes over. Independent of React; none of its methods throw.
 */
export class RoomPublisher {
  readonly #options: RoomPublisherOptions;
  readonly #links: ViewerLinks;
  #state: DirectState = { phase: "connecting", viewers: 0 };
  #socket: SocketLike | undefined;
  #hops = 0;
  #retries = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RoomPublisherOptions) {
    const { stream, kind, budgetKbps, makeConnection = (rtc) => new RTCPeerConnection(rtc) } = options;
    this.#options = options;
    this.#links = new ViewerLinks({
      filmed: { stream, kind },
      budgetKbps,
      makeConnection,
      send: (place, signal) => this.#send({ type: "signal", to: place, signal }),
      onChange: () => this.#move(this.#state.phase),
    });
  }

  get state(): DirectState {
    return this.#state;
  }

  start(): void {
    this.#connect(this.#options.address);
  }

  /** Switches to another camera or screen. */
  replace(filmed: CapturedStream): void {
    this.#links.replace(filmed);
  }

  /** Sets the bandwidth available to all viewers together, after other use of the uplink has changed. */
  setBudget(budgetKbps: number): void {
    this.#links.setBudget(budgetKbps);
  }

  stop(): void {
    this.#drop();
    this.#links.close();
    this.#move("ended");
  }

  #connect({ url, pass }: RoomAddress): void {
    this.#drop();
    const { openSocket = (address) => new WebSocket(address) } = this.#options;
    let socket: SocketLike;
    try {
      socket = openSocket(url);
    } catch {
      // The address is invalid, but the address of the next attempt may be valid.
      this.#onLost();
      return;
    }
    this.#socket = socket;
    socket.onopen = () => this.#publish(pass);
    socket.onmessage = ({ data }) => this.#handleAnswer(parseResponse(String(data)), pass);
    socket.onclose = () => this.#onLost();
  }

  #publish(pass: string): void {
    const places = this.#links.connected.slice(0, DIRECT_PLACES);
    this.#send({ type: "publish", pass, ...(places.length > 0 ? { places } : {}) });
  }

  #handleAnswer(answer: DirectAnswer | undefined, pass: string): void {
    if (answer?.type === "published") this.#open(answer.places);
    else if (answer?.type === "viewer") this.#links.welcome(answer.place, answer.iceServers);
    else if (answer?.type === "left") this.#links.part(answer.place);
    else if (answer?.type === "signal") this.#links.handleSignal(answer.from ?? "", answer.signal);
    else if (answer?.type === "elsewhere") this.#follow({ url: answer.url, pass });
    else if (answer?.type === "refused" && answer.reason === "replaced") this.stop();
    else if (answer?.type === "refused") this.#onLost(answer.comeBackInMs);
  }

  /** Applies the room's list of places: viewers that lost their place while the room was unreachable are disconnected. */
  #open(places: readonly string[]): void {
    [this.#retries, this.#hops] = [0, 0];
    this.#links.keep(places);
    this.#move("open");
  }

  #follow(address: RoomAddress): void {
    this.#hops += 1;
    if (this.#hops > MAX_REDIRECTS) this.#onLost();
    else this.#connect(address);
  }

  /** Reconnects with another pass after a delay. */
  #onLost(comeBackInMs = 0): void {
    this.#drop();
    if (this.#state.phase === "open") this.#move("lost");
    const waitMs = Math.max(
      comeBackInMs,
      Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** this.#retries),
    );
    this.#retries += 1;
    this.#hops = 0;
    this.#retryTimer = setTimeout(() => void this.#reconnect(), waitMs);
  }

  async #reconnect(): Promise<void> {
    // A failed request for the pass is retried in the same way as a failed connection.
    const address = await this.#options.getAddress().catch(() => undefined);
    if (this.#state.phase === "ended") return;
    if (address === undefined) this.#onLost();
    else if (address === null) this.stop();
    else this.#connect(address);
  }

  #send(request: DirectRequest): void {
    if (this.#socket?.readyState === OPEN_READY_STATE) this.#socket.send(JSON.stringify(request));
  }

  /** Drops the connection to the room and ignores its further events. */
  #drop(): void {
    clearTimeout(this.#retryTimer);
    if (!this.#socket) return;
    Object.assign(this.#socket, { onopen: null, onmessage: null, onclose: null });
    this.#socket.close();
    this.#socket = undefined;
  }

  #move(phase: DirectState["phase"]): void {
    const { phase: before, viewers: viewersBefore } = this.#state;
    const viewers = this.#links.connected.length;
    if (before === "ended" || (phase === before && viewers === viewersBefore)) return;
    this.#state = { phase, viewers };
    this.#options.onState(this.#state);
  }
}

/**
 * Parses a response. The checks are written by hand, because the page's bundle contains no schema library. An invalid response must not
 * cause a failure.
 */
function parseResponse(text: string): DirectAnswer | undefined {
  try {
    return JSON.parse(text) as DirectAnswer;
  } catch {
    return undefined;
  }
}
