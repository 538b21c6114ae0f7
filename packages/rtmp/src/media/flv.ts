import type { MediaMessage } from "./media-message.ts";

export const TAG_TYPES = { audio: 8, video: 9, script: 18 } as const;
export const TAG_HEADER_BYTES = 11;
const SIZE_BYTES = 4;

/**
 * The beginning of a FLV file. What it says must be so: a demuxer waits for the tracks that it names.
 * @example
 * ffmpeg.stdin.write(flvHeader({ hasAudio: true, hasVideo: true }));
 */
export function flvHeader({ hasAudio, hasVideo }: { hasAudio: boolean; hasVideo: boolean }): Buffer {
  const flags = (hasAudio ? 4 : 0) | (hasVideo ? 1 : 0);
  return Buffer.from([0x46, 0x4c, 0x56, 1, flags, 0, 0, 0, 9, 0, 0, 0, 0]);
}

/** A message as a tag of a FLV file (Adobe, "Video File Format Specification 10.1", E.4). */
export function flvTag({ kind, timestampMs, payload }: MediaMessage): Buffer {
  const tag = Buffer.alloc(TAG_HEADER_BYTES + payload.length + SIZE_BYTES);
  tag[0] = TAG_TYPES[kind];
  tag.writeUIntBE(payload.length, 1, 3);
  tag.writeUIntBE(timestampMs & 0xff_ffff, 4, 3);
  tag[7] = timestampMs >>> 24;
  tag.set(payload, TAG_HEADER_BYTES);
  tag.writeUInt32BE(TAG_HEADER_BYTES + payload.length, tag.length - SIZE_BYTES);
  return tag;
}
