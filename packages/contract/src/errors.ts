import type { PlayPreview } from "./playback.ts";

/**
 * Every error a caller can meet: its HTTP status and whether it is a fault of ours that must be reported.
 * The dashboard maps the code to a text in the reader's language.
 */
export const ERRORS = {
  bad_request: { status: 400, report: false },
  not_signed_in: { status: 401, report: false },
  wrong_credentials: { status: 401, report: false },
  forbidden: { status: 403, report: false },
  password_change_required: { status: 403, report: false },
  free_tier_exceeded: { status: 403, report: false },
  not_found: { status: 404, report: false },
  video_not_found: { status: 404, report: false },
  user_not_found: { status: 404, report: false },
  password_too_weak: { status: 400, report: false },
  password_mismatch: { status: 400, report: false },
  current_password_wrong: { status: 400, report: false },
  collaborator_email_used: { status: 409, report: false },
  username_taken: { status: 409, report: false },
  client_name_taken: { status: 409, report: false },
  client_not_found: { status: 404, report: false },
  link_expired: { status: 410, report: false },
  edit_conflict: { status: 409, report: false },
  two_factor_required: { status: 401, report: false },
  two_factor_wrong: { status: 401, report: false },
  provider_not_configured: { status: 404, report: false },
  provider_answer_wrong: { status: 401, report: false },
  provider_account_unknown: { status: 401, report: false },
  provider_account_taken: { status: 409, report: false },
  provider_unavailable: { status: 503, report: true },
  last_manager: { status: 409, report: false },
  email_already_used: { status: 409, report: false },
  illegal_transition: { status: 409, report: false },
  upload_not_open: { status: 409, report: false },
  upload_incomplete: { status: 409, report: false },
  chunk_checksum_mismatch: { status: 400, report: false },
  chunk_size_wrong: { status: 400, report: false },
  file_too_large: { status: 413, report: false },
  body_too_large: { status: 413, report: false },
  unsupported_media_type: { status: 415, report: false },
  format_not_supported: { status: 501, report: false },
  too_many_requests: { status: 429, report: false },
  disk_low: { status: 507, report: true },
  playback_not_ready: { status: 409, report: false },
  playback_failed: { status: 409, report: false },
  playback_not_started: { status: 403, report: false },
  playback_password_required: { status: 401, report: false },
  playback_password_wrong: { status: 401, report: false },
  category_not_found: { status: 404, report: false },
  category_name_taken: { status: 409, report: false },
  chapters_file_unreadable: { status: 400, report: false },
  playback_denied: { status: 403, report: false },
  token_invalid: { status: 403, report: false },
  unavailable: { status: 503, report: true },
  internal_error: { status: 500, report: true },
} as const satisfies Record<string, { status: number; report: boolean }>;

export type ErrorCode = keyof typeof ERRORS;

/** One invalid field: `path` is the dotted path in the body, the query or the parameters. */
export interface FieldError {
  path: string;
  reason: string;
}

/** The body of every answer that is not a success. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  fields?: FieldError[];
  /** A value that would have been accepted, as a free username for a taken one. */
  suggestion?: string;
  /** With `playback_not_started` and `playback_password_…`. */
  preview?: PlayPreview;
}

/**
 * An error that the caller is told about by its code.
 * @example throw new AppError("video_not_found", `No video ${uuid}`);
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldError[] | undefined;
  readonly suggestion: string | undefined;
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
    const { code, message, fields, suggestion } = this;
    return { code, message, ...(fields ? { fields } : {}), ...(suggestion ? { suggestion } : {}) };
  }
}
