import type { PublishAddress } from "@shoal/contract";
import { Capture } from "./capture.ts";
import type { CaptureState, Sender } from "./capture.types.ts";
import type { DirectState, Filmed } from "./direct/direct.types.ts";
import { RoomPublisher } from "./direct/room-publisher.ts";
import { BUDGET_BESIDE_RECORDING_KBPS, BUDGET_KBPS } from "./direct/viewer-budget.ts";
import { Presence } from "./presence.ts";

interface SendingOptions extends Filmed {
  address: PublishAddress;
  mimeType: string;
  /** Asks for the address once more. */
  getAddress: () => Promise<PublishAddress>;
  onState: (state: CaptureState) => void;
  onDirect: (state: DirectState) => void;
}

/**
 * All that goes out of this page for one live: to the ingest what is recorded, or that somebody films; to the viewers without
 * delay, where there may be some, what is filmed.
 */
export class Sending {
  readonly #sender: Sender;
  readonly #publisher: RoomPublisher | undefined;

  constructor(options: SendingOptions) {
    this.#publisher = options.address.direct ? makePublisher(options, options.address.direct) : undefined;
    this.#sender = this.#makeSender(options);
  }

  get state(): CaptureState {
    return this.#sender.state;
  }

  /** How it is with the viewers without delay; undefined for a live that has none. */
  get direct(): DirectState | undefined {
    return this.#publisher?.state;
  }

  start(): void {
    this.#sender.start();
    this.#publisher?.start();
  }

  /** Goes on with another camera or screen. */
  replace(filmed: Filmed): void {
    this.#sender.replaceStream(filmed.stream);
    this.#publisher?.replace(filmed);
  }

  /** Resolves when the server knows, or does not answer. */
  stop(): Promise<void> {
    this.#publisher?.stop();
    return this.#sender.stop();
  }

  #makeSender({ address, mimeType, stream, onState }: SendingOptions): Sender {
    const line = {
      ...{ address, mimeType },
      onState: (state: CaptureState) => {
        // Nobody is to see what is not on air any more.
        if (state.phase === "ended") this.#publisher?.stop();
        onState(state);
      },
    };
    return address.direct?.isRecorded === false ? new Presence(line) : new Capture({ ...line, stream });
  }
}

function makePublisher(
  { stream, kind, getAddress, onDirect }: SendingOptions,
  { url, pass, isRecorded }: NonNullable<PublishAddress["direct"]>,
): RoomPublisher {
  return new RoomPublisher({
    ...{ stream, kind, address: { url, pass } },
    getAddress: async () => (await getAddress()).direct,
    budgetKbps: isRecorded ? BUDGET_BESIDE_RECORDING_KBPS : BUDGET_KBPS,
    onState: onDirect,
  });
}
