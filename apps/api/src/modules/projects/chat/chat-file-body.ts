import { AppError, ChatFileFields, type FieldError, MAX_CHAT_FILE_BYTES } from "@shoal/contract";
import { formatSizeLimit } from "@shoal/domain";
import type { FastifyRequest } from "fastify";
import { isFileTooLarge, readFileBody } from "../../../platform/http/file-body.ts";
import { parsePart } from "../../../platform/http/parse-part.ts";

const FILE_FIELD = "file";
const MAX_NAME_LENGTH = 200;
const MULTIPART_LIMITS = { fileSize: MAX_CHAT_FILE_BYTES, fields: 20, fieldSize: 50_000 };

/** An uploaded file, with its declared name and type. */
export interface SentChatFile {
  name: string;
  bytes: Buffer;
  fields: ChatFileFields;
}

/** @throws AppError "bad_request" for a missing or empty file, "file_too_large", "unsupported_media_type". */
export async function readChatFile(request: FastifyRequest): Promise<SentChatFile> {
  const { fields: sent, file } = await readFileBody(request, FILE_FIELD, MULTIPART_LIMITS).catch(
    (error: unknown) => {
      if (!isFileTooLarge(error)) throw error;
      throw new AppError("file_too_large", `A file can be at most ${formatSizeLimit(MAX_CHAT_FILE_BYTES)}`);
    },
  );
  const faults: FieldError[] = [];
  const fields = parsePart(request, ChatFileFields, sent, faults) as ChatFileFields;
  if (!file) faults.push({ path: FILE_FIELD, reason: "is missing" });
  else if (file.bytes.length === 0) faults.push({ path: FILE_FIELD, reason: "is empty" });
  if (!file || faults.length > 0) throw new AppError("bad_request", "Some fields are not valid", faults);
  return { name: nameOf(fields.name ?? file.filename), bytes: file.bytes, fields };
}

/** Returns a readable file name, without a path, invisible characters or marks that change the writing direction. */
const nameOf = (text: string) =>
  (text.split(/[\\/]/).at(-1) ?? "")
    .replace(/\p{C}/gu, "")
    .toWellFormed()
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed() || "file";
