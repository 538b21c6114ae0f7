import { COMMENT_ATTACHMENT_MAX_BYTES, COMMENT_ATTACHMENTS_MAX_COUNT } from "@shoal/contract";
import type { FileLimits } from "../../../components/files/chosen-files.ts";

/** The limits for the files of a comment. */
export const COMMENT_FILE_LIMITS: FileLimits = {
  maxBytes: COMMENT_ATTACHMENT_MAX_BYTES,
  maxCount: COMMENT_ATTACHMENTS_MAX_COUNT,
};
