import { COMMENT_ATTACHMENT_MAX_BYTES, COMMENT_ATTACHMENTS_MAX_COUNT } from "@shoal/contract";
import type { FileLimits } from "../../../components/files/chosen-files.ts";

/** The number, size and types of files that a comment can contain. */
export const COMMENT_FILE_LIMITS: FileLimits = {
  maxBytes: COMMENT_ATTACHMENT_MAX_BYTES,
  maxCount: COMMENT_ATTACHMENTS_MAX_COUNT,
};
