import { flvHeader, flvTag } from "../media/flv.ts";
import type { MediaMessage } from "../media/media-message.ts";
import type { EndReason } from "../server/end-reason.ts";
import type { Admission, MediaSink } from "../server/rtmp-server.types.ts";

/** A sink that keeps a publisher's messages. */
export class RecordingSink implements MediaSink {
  readonly messages: MediaMessage[] = [];
  readonly ended: Promise<EndReason>;
  readonly begun: Promise<void>;
  #end: (reason: EndReason) => void = () => {};
  #begin: () => void = () => {};
  endReason: EndReason | undefined;

  constructor() {
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
  }

  write(message: MediaMessage): void {
    this.messages.push(message);
    this.#begin();
  }

  end(reason: EndReason): void {
    this.endReason ??= reason;
    this.#end(reason);
  }

  /** Returns the received messages as an FLV file. */
  toFlv(): Buffer {
    return Buffer.concat([flvHeader({ hasAudio: true, hasVideo: true }), ...this.messages.map(flvTag)]);
  }
}

export const admit = (id: string, sink: MediaSink): Admission => ({ isAdmitted: true, id, open: () => sink });
