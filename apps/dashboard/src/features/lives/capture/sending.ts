import type { PublishAddress } from "@shoal/contract";
import { Capture } from "./capture.ts";
import type { CaptureConnectionOptions, CaptureOptions, CaptureState, MediaSender } from "./capture.types.ts";
import type { CapturedStream, DirectState, RoomPublisherOptions } from "./direct/direct.types.ts";
import { RoomPublisher } from "./direct/room-publisher.ts";
import { UPLINK_KBPS, UPLINK_KBPS_WHILE_RECORDING } from "./direct/viewer-budget.ts";
import { Presence } from "./presence.ts";

interface SendingOptions
  extends CapturedStream,
    Pick<CaptureConnectionOptions, "openSocket">,
    Pick<CaptureOptions, "makeRecorder">,
    Pick<RoomPublisherOptions, "makeConnection"> {
  address: PublishAddress;
  mimeType: string;
  /** Requests the publish address again, because it may have changed. */
  getAddress: () => Promise<PublishAddress>;
  onState: (state: CaptureState) => void;
  onDirect: (state: DirectState) => void;
}

/**
 * Sends all data of one live: a recording or a presence signal to the ingest and, where allowed, the captured stream itself to viewers
 * without delay.
 */
export class LiveSender {
  readonly #options: SendingOptions;
  readonly #publisher: RoomPublisher | undefined;
  #sender: MediaSender;
  #stream: MediaStream;
  #isStopped = false;

  constructor(options: SendingOptions) {
    this.#options = options;
    this.#stream = options.stream;
    this.#publisher = options.address.direct ? createPublisher(options, options.address.direct) : undefined;
    this.#sender = this.#makeSender(options.address);
  }

  get state(): CaptureState {
    return this.#sender.state;
  }

  /** The state of the connection to viewers without delay; undefined for a live that has no such viewers. */
  get direct(): DirectState | undefined {
    return this.#publisher?.state;
  }

  start(): void {
    this.#sender.start();
    this.#publisher?.start();
  }

  /** Switches to another camera or screen. */
  replace(filmed: CapturedStream): void {
    this.#stream = filmed.stream;
    this.#sender.replaceStream(filmed.stream);
    this.#publisher?.replace(filmed);
  }

  /** Stops sending. Resolves when the server has received the end, or does not respond. */
  stop(): Promise<void> {
    this.#isStopped = true;
    this.#publisher?.stop();
    return this.#sender.stop();
  }

  #makeSender({ captureUrl, streamKey, direct }: PublishAddress): MediaSender {
    const { mimeType, openSocket, makeRecorder } = this.#options;
    const line: CaptureConnectionOptions = {
      address: { captureUrl, streamKey },
      mimeType,
      ...(openSocket ? { openSocket } : {}),
      onState: (state) => this.#follow(state),
    };
    if (direct?.isRecorded === false) return new Presence(line);
    return new Capture({ ...line, stream: this.#stream, ...(makeRecorder ? { makeRecorder } : {}) });
  }

  #follow(state: CaptureState): void {
    if (state.fault === "recording_needed") {
      void this.#record();
      return;
    }
    // Disconnects the direct viewers when the live goes off air.
    if (state.phase === "ended") this.#publisher?.stop();
    this.#options.onState(state);
  }

  /**
   * Starts a recording. It is needed if, after this page requested the address, the live was set to be recorded or to serve more viewers
   * than its room can hold.
   */
  async #record(): Promise<void> {
    const { getAddress, onState } = this.#options;
    const address = await getAddress().catch(() => undefined);
    if (this.#isStopped) return;
    // Without an address for a recording, sending stops with an error.
    if (!address || address.direct?.isRecorded === false) {
      this.#publisher?.stop();
      onState({ phase: "ended", fault: "recording_needed" });
      return;
    }
    if (!address.direct) this.#publisher?.stop();
    // Reduces the viewers' bandwidth by the share of the uplink that the recording uses.
    this.#publisher?.setBudget(UPLINK_KBPS_WHILE_RECORDING);
    this.#sender = this.#makeSender(address);
    onState(this.#sender.state);
    this.#sender.start();
  }
}

function createPublisher(
  { stream, kind, getAddress, onDirect, openSocket, makeConnection }: SendingOptions,
  { url, pass, isRecorded }: NonNullable<PublishAddress["direct"]>,
): RoomPublisher {
  return new RoomPublisher({
    stream,
    kind,
    address: { url, pass },
    getAddress: async () => (await getAddress()).direct,
    budgetKbps: isRecorded ? UPLINK_KBPS_WHILE_RECORDING : UPLINK_KBPS,
    ...(openSocket ? { openSocket } : {}),
    ...(makeConnection ? { makeConnection } : {}),
    onState: onDirect,
  });
}
