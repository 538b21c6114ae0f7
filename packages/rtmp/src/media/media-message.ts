import { RtmpFault } from "../protocol/fault.ts";
import { MESSAGE, type RtmpMessage } from "../protocol/message.ts";

/** A publisher's message, as in an FLV file. */
export interface MediaMessage {
  kind: "audio" | "video" | "script";
  /** The time on the publisher's clock, which may start anywhere and jump, and wraps after 49 days. */
  timestampMs: number;
  payload: Buffer;
}

const TAG_HEADER_BYTES = 11;
const TAG_SIZE_BYTES = 4;
/** The command, as AMF0 text, that publishers put before metadata. FLV files do not contain it. */
export const SET_DATA_FRAME = Buffer.concat([Buffer.from([2, 0, 13]), Buffer.from("@setDataFrame")]);

/** Returns the audio, video and metadata of a message; an aggregate contains several. @throws RtmpFault "bad_chunk" */
export function mediaOf({ type, timestampMs, payload }: RtmpMessage): MediaMessage[] {
  switch (type) {
    case MESSAGE.audio:
      return [{ kind: "audio", timestampMs, payload }];
    case MESSAGE.video:
      return [{ kind: "video", timestampMs, payload }];
    case MESSAGE.data:
      return [{ kind: "script", timestampMs, payload: scriptOf(payload) }];
    case MESSAGE.dataAmf3:
      // A format byte precedes the AMF0 values.
      return [{ kind: "script", timestampMs, payload: scriptOf(payload.subarray(1)) }];
    case MESSAGE.aggregate:
      return splitAggregate(timestampMs, payload);
    default:
      return [];
  }
}

function scriptOf(payload: Buffer): Buffer {
  const isNamed = payload.subarray(0, SET_DATA_FRAME.length).equals(SET_DATA_FRAME);
  return isNamed ? payload.subarray(SET_DATA_FRAME.length) : payload;
}

/** Reads the tags of an aggregate, whose times are relative to the message (Adobe, "RTMP 1.0", §7.1.6). */
function splitAggregate(timestampMs: number, payload: Buffer): MediaMessage[] {
  const messages: MediaMessage[] = [];
  let firstMs: number | undefined;
  for (let at = 0; at + TAG_HEADER_BYTES <= payload.length; ) {
    const type = payload[at] ?? 0;
    const from = at + TAG_HEADER_BYTES;
    const end = from + payload.readUIntBE(at + 1, 3);
    if (end > payload.length) throw new RtmpFault("bad_chunk", "an aggregate ends inside a tag");
    const tagMs = payload.readUIntBE(at + 4, 3) + (payload[at + 7] ?? 0) * 2 ** 24;
    firstMs ??= tagMs;
    const tag = { type, streamId: 0, timestampMs: (timestampMs + tagMs - firstMs) >>> 0 };
    // Nested aggregates are ignored, because their nesting could be endless.
    if (type !== MESSAGE.aggregate)
      messages.push(...mediaOf({ ...tag, payload: payload.subarray(from, end) }));
    at = end + TAG_SIZE_BYTES;
  }
  return messages;
}
