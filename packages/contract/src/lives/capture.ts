import { z } from "zod";

/** The default port for recordings of browsers. */
export const CAPTURE_PORT = 8_096;
export const CAPTURE_PATH = "/capture";
/** The interval of a recorder's slices. */
export const CAPTURE_SLICE_INTERVAL_MS = 250;
/** The maximum size of a message: 250 ms at 20 Mbps are 0.6 MB, and a page that was blocked sends several slices at once. */
export const MAX_CAPTURE_MESSAGE_BYTES = 4_000_000;
/** The maximum size of a message from a recording page that is not admitted yet. */
export const MAX_CAPTURE_BEGIN_BYTES = 2_000;

/**
 * Messages of a browser that publishes its recording. As text: first `begin`, last `end`. In between, after admission, slices of the
 * recording as binary messages, the first one with the header. An empty slice serves as a keep-alive.
 */
export const CaptureRequest = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("begin"),
    /** The live's stream key. Never to be logged. */
    key: z.string().min(1).max(512),
    /** The recorder's MIME type, such as `video/webm;codecs=h264,opus`. */
    mimeType: z.string().max(200),
    /**
     * All slices are empty and only show that the publisher is present; media goes directly to viewers. For direct lives that are not
     * recorded.
     */
    media: z.literal("none").exactOptional(),
  }),
  z.strictObject({ type: z.literal("end") }),
]);
export type CaptureRequest = z.infer<typeof CaptureRequest>;

/**
 * Why publishing was rejected or ended. For the first four reasons, a retry does not help, except after `recording_needed` if the page
 * now records. In the other cases, another publisher has replaced the page, the recording is unreadable, no data arrived, or the server
 * is shutting down or cannot reach the api.
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
