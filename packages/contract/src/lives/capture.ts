import { z } from "zod";

/** The default address for recordings of browsers. */
export const CAPTURE_PORT = 8_096;
export const CAPTURE_PATH = "/capture";
/** The interval of a recorder's slices. */
export const CAPTURE_SLICE_MS = 250;
/** 250 ms of 20 Mbit/s are 0.6 MB; a page that was held up gives more at once. */
export const CAPTURE_MESSAGE_MAX_BYTES = 4_000_000;
/** Messages before admission are short. */
export const CAPTURE_BEGIN_MAX_BYTES = 2_000;

/**
 * The messages of a browser that publishes its recording, as text: first `begin`; after admission the slices of the recording,
 * each a binary message and the first one with its header; last `end`. A slice may be empty: the browser is there.
 */
export const CaptureRequest = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("begin"),
    /** The live's stream key. Never to be logged. */
    key: z.string().min(1).max(512),
    /** As the recorder names it, such as `video/webm;codecs=h264,opus`. */
    mimeType: z.string().max(200),
    /**
     * The picture goes to viewers alone: all slices are empty, and say that someone films. For lives without delay that are not
     * kept.
     */
    media: z.literal("none").exactOptional(),
  }),
  z.strictObject({ type: z.literal("end") }),
]);
export type CaptureRequest = z.infer<typeof CaptureRequest>;

/**
 * Why nothing is taken, or nothing more: of the first four another try helps nobody, but of the fourth one with a recording;
 * someone else publishes the live; the recording could not be read; nothing came; the server ends, or cannot ask.
 */
export const CAPTURE_REFUSALS = [
  ...(["unknown_key", "stopped", "unsupported_type", "recording_needed"] as const),
  ...(["replaced", "failed", "idle", "unavailable"] as const),
] as const;
export type CaptureRefusal = (typeof CAPTURE_REFUSALS)[number];

/** A message to the page; after `refused` the connection closes. */
export const CaptureAnswer = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("admitted") }),
  z.strictObject({ type: z.literal("refused"), reason: z.enum(CAPTURE_REFUSALS) }),
]);
export type CaptureAnswer = z.infer<typeof CaptureAnswer>;
