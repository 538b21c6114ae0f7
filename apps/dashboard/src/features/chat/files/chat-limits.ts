import { CHAT_FILE_TYPES, MAX_CHAT_FILE_BYTES, MAX_CHAT_FILES } from "@shoal/contract";
import type { FileLimits } from "../../../components/files/chosen-files.ts";

/** The accepted media types, as the `accept` attribute of a file input lists them. */
export const CHAT_ACCEPTED_TYPES = Object.keys(CHAT_FILE_TYPES)
  .map((ending) => `.${ending}`)
  .join(",");

/** The number, size and types of files that a chat message can contain. */
export const CHAT_FILE_LIMITS: FileLimits = {
  maxBytes: MAX_CHAT_FILE_BYTES,
  maxCount: MAX_CHAT_FILES,
  isTaken({ name }) {
    const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
    return ending === undefined || Object.hasOwn(CHAT_FILE_TYPES, ending);
  },
};
