import { ERRORS, type ErrorCode } from "./error-table.ts";
import type { PlayPreview } from "./player/playback.ts";
import type { CommentView } from "./projects/comment.ts";

export { ERRORS, type ErrorCode };

/** One invalid field: `path` is the dotted path in the body, the query or the parameters. */
export interface FieldError {
  path: string;
  reason: string;
}

/** The body of every error response. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  fields?: FieldError[];
  /** A value that would have been accepted, such as a free username instead of a taken one. */
  suggestion?: string;
  /** Identifies the call in the server's log; set with `internal_error`. */
  callId?: string;
  /** The preview that viewers see meanwhile; set with `playback_not_started` and `playback_password_…`. */
  preview?: PlayPreview;
  /** The current state of a comment; set with `edit_conflict`. */
  comment?: CommentView;
}

/**
 * An error with a code for the caller.
 * @example throw new AppError("video_not_found", `No video ${uuid}`);
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldError[] | undefined;
  readonly suggestion: string | undefined;
  /** The number of seconds until a retry may succeed, as in the Retry-After header. */
  retryAfterSec: number | undefined;
  /** Identifies the call in the server's log; set with `internal_error`. */
  callId: string | undefined;
  constructor(code: ErrorCode, message?: string, fields?: FieldError[], suggestion?: string) {
    super(message ?? code);
    this.name = "AppError";
    this.code = code;
    this.fields = fields;
    this.suggestion = suggestion;
  }
  get status(): number {
    return ERRORS[this.code].status;
  }
  toBody(): ErrorBody {
    const { code, message, fields, suggestion, callId } = this;
    return {
      code,
      message,
      ...(fields ? { fields } : {}),
      ...(suggestion ? { suggestion } : {}),
      ...(callId ? { callId } : {}),
    };
  }
}
