import type { PeekedFile } from "./source-api.ts";

/** The pattern of names with an extension of video files. */
const VIDEO_NAMES = /\.(mp4|m4v|mov|mkv|webm|avi|mpe?g|m2v|ts|mts|m2ts|mxf|wmv|flv|3gp|ogv|vob|f4v)$/i;
/** The pattern of an extension. It follows the last dot, which is not at the start, and looks like a file type. */
const EXTENSION_PATTERN = /[^.]\.[A-Za-z][A-Za-z0-9]{0,7}$/;

/**
 * Whether a file with this name may be a video. A file without an extension may be a video; its first bytes decide when its line
 * is started.
 * @example mayBeVideo("a.jpg") // false
 */
export const mayBeVideo = (name: string): boolean => VIDEO_NAMES.test(name) || !EXTENSION_PATTERN.test(name);

const asciiAt = (head: Buffer, from: number, to: number) => head.toString("latin1", from, to);
const VIDEO_SIGNATURES: readonly ((head: Buffer) => boolean)[] = [
  // MP4 and QuickTime files start with a box, of which only `ftyp` distinguishes videos from pictures.
  (head) => /^(moov|mdat|wide|free|skip)$/.test(asciiAt(head, 4, 8)),
  (head) => asciiAt(head, 4, 8) === "ftyp" && !/^(heic|heix|mif1|avif|M4A )$/.test(asciiAt(head, 8, 12)),
  (head) => head.readUInt32BE(0) === 0x1a45dfa3,
  (head) => asciiAt(head, 0, 4) === "RIFF" && asciiAt(head, 8, 11) === "AVI",
  // MPEG transport streams may have a timestamp before each packet.
  (head) => head[0] === 0x47 && head[188] === 0x47,
  (head) => head[4] === 0x47 && head[196] === 0x47,
  (head) => [0x1ba, 0x1b3].includes(head.readUInt32BE(0)),
  (head) => asciiAt(head, 0, 3) === "FLV",
  (head) => head.readUInt32BE(0) === 0x3026b275,
  (head) => asciiAt(head, 0, 4) === "OggS",
  (head) => head.readUInt32BE(0) === 0x060e2b34,
];

/** Whether the file can be a video, by its name, type and first bytes. No video starts with plain text. */
export function isVideoFile(
  name: string,
  { contentType, head }: Pick<PeekedFile, "contentType" | "head">,
): boolean {
  if (head.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d))) return false;
  if (VIDEO_NAMES.test(name) || contentType.startsWith("video/")) return true;
  return head.length >= 12 && VIDEO_SIGNATURES.some((begins) => begins(head));
}
