import { AppError, COMMENT_ATTACHMENT_MAX_BYTES } from "@shoal/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isFileTooLarge, readFileBody } from "../../../platform/http/file-body.ts";
import type { KeptFile, SentFile } from "./attachments.service.ts";
import { fieldFault } from "./comment-errors.ts";

const FIELD = "file";
const NAME_MAX_LENGTH = 255;
const LIMITS = { fileSize: COMMENT_ATTACHMENT_MAX_BYTES, fields: 0, fieldSize: 0 };

/** @throws AppError "bad_request" for no file and for one that is empty or too large, "unsupported_media_type". */
export async function readAttachment(request: FastifyRequest): Promise<SentFile> {
  const { file } = await readFileBody(request, FIELD, LIMITS).catch((error: unknown) => {
    if (!isFileTooLarge(error)) throw error;
    throw new AppError("file_too_large", `A file can have at most ${COMMENT_ATTACHMENT_MAX_BYTES / 1e6} MB`);
  });
  if (!file) throw fieldFault(FIELD, "is missing");
  if (file.bytes.length === 0) throw fieldFault(FIELD, "is empty");
  return { name: nameOf(file.filename), bytes: file.bytes };
}

/** As a person reads it: no path, and nothing that is no letter. */
const nameOf = (text: string) =>
  (text.split(/[\\/]/).at(-1) ?? "")
    .replace(/\p{C}/gu, "")
    .toWellFormed()
    .trim()
    .slice(0, NAME_MAX_LENGTH)
    .toWellFormed() || "file";

/**
 * Serves a file as data: what is no picture is never shown by a browser, and nothing in it runs, whatever it says it is.
 * @returns its bytes.
 */
export function serveAttachment(
  reply: FastifyReply,
  { name, mediaType, isPicture, bytes }: KeptFile,
): Buffer {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  void reply.headers({
    "content-type": mediaType,
    "content-disposition": `${isPicture ? "inline" : "attachment"}; filename*=UTF-8''${encoded}`,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "private, no-store",
  });
  return bytes;
}
