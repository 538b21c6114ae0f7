import { MAX_COMMENT_ATTACHMENT_BYTES, MAX_COMMENT_ATTACHMENTS } from "@shoal/contract";
import type { FileLimits } from "../../../components/files/chosen-files.ts";

/** The number, size and types of files that a comment can contain. */
export const COMMENT_FILE_LIMITS: FileLimits = {
  maxBytes: MAX_COMMENT_ATTACHMENT_BYTES,
  maxCount: MAX_COMMENT_ATTACHMENTS,
};
