import { CHAT_FILE_MAX_BYTES, CHAT_FILE_TYPES, CHAT_FILES_MAX_COUNT } from "@shoal/contract";
import type { FileLimits } from "../../../components/files/chosen-files.ts";

/** The accepted media types, as the `accept` attribute of a file input lists them. */
export const CHAT_ACCEPTED_TYPES = Object.keys(CHAT_FILE_TYPES)
  .map((ending) => `.${ending}`)
  .join(",");

/** The number, size and types of files that a chat message can contain. */
export const CHAT_FILE_LIMITS: FileLimits = {
  maxBytes: CHAT_FILE_MAX_BYTES,
  maxCount: CHAT_FILES_MAX_COUNT,
  isTaken({ name }) {
    const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
    return ending === undefined || Object.hasOwn(CHAT_FILE_TYPES, ending);
  },
};
