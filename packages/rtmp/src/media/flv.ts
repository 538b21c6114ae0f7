import { MAX_MESSAGE_BYTES } from "../protocol/chunk-reader.ts";
import { RtmpFault } from "../protocol/fault.ts";
import type { MediaMessage } from "./media-message.ts";

const TAG_TYPES = { audio: 8, video: 9, script: 18 } as const;
const TAG_HEADER_BYTES = 11;
const TAG_SIZE_BYTES = 4;

/**
 * Writes the header of an FLV file. It must be accurate, since a demuxer waits for the declared tracks.
 * @example
 * ffmpeg.stdin.write(flvHeader({ hasAudio: true, hasVideo: true }));
 */
export function flvHeader({ hasAudio, hasVideo }: { hasAudio: boolean; hasVideo: boolean }): Buffer {
  const flags = (hasAudio ? 4 : 0) | (hasVideo ? 1 : 0);
  return Buffer.from([0x46, 0x4c, 0x56, 1, flags, 0, 0, 0, 9, 0, 0, 0, 0]);
}

/** Writes a message as a tag of an FLV file (Adobe, "Video File Format Specification 10.1", E.4). */
export function flvTag({ kind, timestampMs, payload }: MediaMessage): Buffer {
  const tag = Buffer.alloc(TAG_HEADER_BYTES + payload.length + TAG_SIZE_BYTES);
  tag[0] = TAG_TYPES[kind];
  tag.writeUIntBE(payload.length, 1, 3);
  tag.writeUIntBE(timestampMs & 0xff_ffff, 4, 3);
  tag[7] = timestampMs >>> 24;
  tag.set(payload, TAG_HEADER_BYTES);
  tag.writeUInt32BE(TAG_HEADER_BYTES + payload.length, tag.length - TAG_SIZE_BYTES);
  return tag;
}

const FLV_SIGNATURE = Buffer.from("FLV");
const HEADER_BYTES = 9;

/** Parses an FLV stream written by ffmpeg under our control. */
export class FlvReader {
  #waiting: Buffer = Buffer.alloc(0);
  #isBegun = false;

  /**
   * Adds bytes.
   * @returns the complete tags, in order, without those that are neither audio, video nor metadata.
   * @throws RtmpFault "bad_chunk" if it is not FLV, "message_too_large"
   * @example
   * for (const message of reader.push(bytes)) await sink.write(message);
   */
  push(bytes: Buffer): MediaMessage[] {
    this.#waiting = this.#waiting.length === 0 ? bytes : Buffer.concat([this.#waiting, bytes]);
    if (!this.#isBegun && !this.#begin()) return [];
    const messages: MediaMessage[] = [];
    let at = 0;
    while (at + TAG_HEADER_BYTES <= this.#waiting.length) {
      const length = this.#waiting.readUIntBE(at + 1, 3);
      if (length > MAX_MESSAGE_BYTES) throw new RtmpFault("message_too_large", `a tag of ${length} bytes`);
      const end = at + TAG_HEADER_BYTES + length + TAG_SIZE_BYTES;
      if (end > this.#waiting.length) break;
      const message = readTag(this.#waiting.subarray(at, end - TAG_SIZE_BYTES));
      if (message) messages.push(message);
      at = end;
    }
    this.#waiting = this.#waiting.subarray(at);
    return messages;
  }

  /** Reads the file's header. @returns false while it is incomplete. */
  #begin(): boolean {
    if (this.#waiting.length < HEADER_BYTES + TAG_SIZE_BYTES) return false;
    if (!this.#waiting.subarray(0, FLV_SIGNATURE.length).equals(FLV_SIGNATURE))
      throw new RtmpFault("bad_chunk", "no FLV");
    this.#waiting = this.#waiting.subarray(this.#waiting.readUInt32BE(5) + TAG_SIZE_BYTES);
    this.#isBegun = true;
    return true;
  }
}

function readTag(tag: Buffer): MediaMessage | undefined {
  const type = tag[0];
  const kind = (["audio", "video", "script"] as const).find((each) => TAG_TYPES[each] === type);
  if (!kind) return undefined;
  const timestampMs = (tag.readUIntBE(4, 3) + (tag[7] ?? 0) * 2 ** 24) >>> 0;
  return { kind, timestampMs, payload: tag.subarray(TAG_HEADER_BYTES) };
}
