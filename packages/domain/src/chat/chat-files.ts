import { CHAT_FILE_TYPES, MAX_CHAT_PICTURE_PIXELS } from "@shoal/contract";
import { readPictureHeader } from "../videos/picture-header.ts";

/** Why a file is rejected: chat does not support its kind, its content contradicts its type, or it is a picture with too many pixels. */
export type ChatFileFault = "kind" | "type" | "pixels";

export type CheckedChatFile =
  | { mediaType: string; width: number | null; height: number | null }
  | { fault: ChatFileFault; detail: string };

/** A file as its sender declares it, before its content is checked. */
interface DeclaredFile {
  name: string;
  type?: string | undefined;
  /** Whether the file was recorded by the page: a file with only audio may be declared as video. */
  isAudioMessage?: boolean;
}

/**
 * Detects a file's type from its first bytes, and whether chat accepts it. Decodes nothing.
 * @example checkChatFile(bytes, { name: "photo.png" }) // { mediaType: "image/png", width: 640, height: 360 }
 */
export function checkChatFile(
  bytes: Uint8Array,
  { name, type, isAudioMessage }: DeclaredFile,
): CheckedChatFile {
  const picture = readPictureHeader(bytes);
  const found = picture ? `image/${picture.format}` : findType(bytes);
  if (found === undefined) return { fault: "kind", detail: nameOfOther(bytes) };
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  const byName = ending === undefined ? undefined : CHAT_FILE_TYPES[ending];
  const byType = type?.split(";")[0]?.trim().toLowerCase();
  for (const declared of [byName, byType])
    if (declared && declared !== "application/octet-stream" && !isSameKind(declared, found))
      return { fault: "type", detail: `is ${found}, not ${declared.slice(0, 100)}` };
  if (ending !== undefined && byName === undefined)
    return { fault: "type", detail: `is ${found}, not .${ending.slice(0, 20)}` };
  const { width = null, height = null } = picture ?? {};
  if (picture && (width === null || height === null))
    return { fault: "pixels", detail: "does not give its dimensions" };
  if (width !== null && height !== null && width * height > MAX_CHAT_PICTURE_PIXELS)
    return {
      fault: "pixels",
      detail: `has ${width} × ${height} pixels: the maximum is ${MAX_CHAT_PICTURE_PIXELS / 1e6} million`,
    };
  const mediaType = isAudioMessage ? found.replace(/^video\//, "audio/") : found;
  return { mediaType, width, height };
}

/** Returns the preview that a worker can make of a file; undefined if there is none. */
export function previewKindOf(mediaType: string): "picture" | "media" | "pdf" | undefined {
  if (mediaType.startsWith("image/")) return "picture";
  if (/^(video|audio)\//.test(mediaType)) return "media";
  return mediaType === "application/pdf" ? "pdf" : undefined;
}

/** Containers hold audio, video or both: the first bytes do not reveal which. */
const FAMILY_OF_TYPE: Record<string, string> = {
  "video/mp4": "mp4",
  "audio/mp4": "mp4",
  "audio/x-m4a": "mp4",
  "video/quicktime": "mp4",
  "video/x-m4v": "mp4",
  "video/webm": "webm",
  "audio/webm": "webm",
  "audio/mp3": "audio/mpeg",
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/opus": "audio/ogg",
  "video/ogg": "audio/ogg",
  "application/ogg": "audio/ogg",
  "image/jpg": "image/jpeg",
};
const familyOf = (type: string) => FAMILY_OF_TYPE[type] ?? type;
const isSameKind = (declared: string, found: string) => familyOf(declared) === familyOf(found);

const textAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

function findType(bytes: Uint8Array): string | undefined {
  if (textAt(bytes, 0, 5) === "%PDF-") return "application/pdf";
  if (textAt(bytes, 4, 4) === "ftyp") return typeOfBrand(textAt(bytes, 8, 4));
  if (textAt(bytes, 0, 4) === "\x1aE\xdf\xa3")
    return textAt(bytes, 0, 64).includes("webm") ? "video/webm" : undefined;
  if (textAt(bytes, 0, 4) === "OggS") return "audio/ogg";
  if (textAt(bytes, 0, 4) === "RIFF" && textAt(bytes, 8, 4) === "WAVE") return "audio/wav";
  if (textAt(bytes, 0, 3) === "ID3") return "audio/mpeg";
  // The first two bytes show whether a frame of MPEG layer 3 or AAC audio starts here.
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && (second & 0xf6) === 0xf0) return "audio/aac";
  return first === 0xff && (second & 0xe6) === 0xe2 ? "audio/mpeg" : undefined;
}

function typeOfBrand(brand: string): string | undefined {
  if (/^(heic|heix|mif1|msf1|avif|avis)$/.test(brand)) return undefined;
  if (/^M4[AB] $/.test(brand)) return "audio/mp4";
  return brand === "qt  " ? "video/quicktime" : "video/mp4";
}

/** Describes an unsupported file, with the name of its type if that type is sent often. */
function nameOfOther(bytes: Uint8Array): string {
  const text = textAt(bytes, 0, 200).trimStart().toLowerCase();
  if (text.startsWith("pk\x03\x04")) return "is a ZIP archive or an office document";
  if (text.includes("<svg")) return "is a drawing (SVG)";
  if (text.startsWith("<")) return "is a page or XML";
  if (text.startsWith("mz") || text.startsWith("\x7felf")) return "is a program";
  return "is of an unknown type";
}
