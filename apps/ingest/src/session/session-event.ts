import type { LiveFault } from "@shoal/contract";
import type { LiveProcessEnd } from "@shoal/media";
import type { MediaMessage } from "@shoal/rtmp";
import type { EncoderRun } from "./encoder/encoder-run.ts";

/** The events that a live session handles. */
export type SessionEvent =
  | { type: "publish" }
  | { type: "openDirectSession" }
  | {
      type: "message";
      message: MediaMessage;
      accepted: (room: Promise<void> | undefined) => void;
      refused: (error: Error) => void;
    }
  | { type: "gone"; isSignedOff: boolean }
  | { type: "output"; run: EncoderRun; trackId: string; bytes: Buffer }
  | { type: "encoderEnd"; run: EncoderRun; end: LiveProcessEnd }
  | { type: "time" }
  | { type: "stop"; fault: LiveFault | undefined }
  | { type: "leave" };
