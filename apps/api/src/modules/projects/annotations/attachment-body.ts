import type { Readable } from "node:stream";
import { AppError, type FieldError, MAX_COMMENT_ATTACHMENT_BYTES, routes } from "@shoal/contract";
import { formatSizeLimit } from "@shoal/domain";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { isFileTooLarge, readFileBody } from "../../../platform/http/file-body.ts";
import { parsePart } from "../../../platform/http/parse-part.ts";
import type { ServedAttachment, UploadedAttachment } from "./attachments.service.ts";

const { file: FIELD, fields: FIELDS } = routes.addAttachment.multipart;
const MAX_NAME_LENGTH = 255;
const MULTIPART_LIMITS = { fileSize: MAX_COMMENT_ATTACHMENT_BYTES, fields: 10, fieldSize: 4_000 };

/** @throws AppError "bad_request" for a missing, empty or too large file, "unsupported_media_type". */
export async function readAttachment(request: FastifyRequest): Promise<UploadedAttachment> {
  const { fields, file } = await readFileBody(request, FIELD, MULTIPART_LIMITS).catch((error: unknown) => {
    if (!isFileTooLarge(error)) throw error;
    throw new AppError(
      "file_too_large",
      `A file can be at most ${formatSizeLimit(MAX_COMMENT_ATTACHMENT_BYTES)}`,
    );
  });
  const faults: FieldError[] = [];
  const parsed = parsePart(request, FIELDS, fields, faults) as z.output<typeof FIELDS> | undefined;
  if (!file) faults.push({ path: FIELD, reason: "is missing" });
  else if (file.bytes.length === 0) faults.push({ path: FIELD, reason: "is empty" });
  if (!file || faults.length > 0) throw new AppError("bad_request", "Some fields are not valid", faults);
  return { name: nameOf(file.filename), bytes: file.bytes, fileId: parsed?.fileId };
}

/** Returns a readable file name, without a path or control characters. */
const nameOf = (text: string) =>
  (text.split(/[\\/]/).at(-1) ?? "")
    .replace(/\p{C}/gu, "")
    .toWellFormed()
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed() || "file";

/**
 * Serves a file as data. Browsers display only pictures and run nothing in it, even if it claims another type.
 * @returns its bytes as a stream, so that a slow reader does not occupy memory.
 */
export function serveAttachment(
  reply: FastifyReply,
  { name, mediaType, isPicture, sizeBytes, open }: ServedAttachment,
): Readable {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  void reply.headers({
    "content-type": mediaType,
    "content-length": String(sizeBytes),
    "content-disposition": `${isPicture ? "inline" : "attachment"}; filename*=UTF-8''${encoded}`,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "private, no-store",
  });
  return open();
}
