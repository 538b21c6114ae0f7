import "@fastify/multipart";
import { AppError, CAPTIONS_FILE_MAX_BYTES, type FieldError, routes } from "@shoal/contract";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { parsePart } from "../../platform/http/parse-part.ts";

type Fields = z.output<(typeof routes.uploadCaptions.multipart)["fields"]>;
/** A file of captions and what is said of it. */
export type CaptionsUpload = Fields & { bytes: Uint8Array };

/** @throws AppError "bad_request" with the fields; a file that is too large is refused while it is read. */
export async function readUploadBody(request: FastifyRequest): Promise<CaptionsUpload> {
  const { file, fields: schema } = routes.uploadCaptions.multipart;
  const fields: Record<string, unknown> = {};
  let bytes: Buffer | undefined;
  const limits = { fileSize: CAPTIONS_FILE_MAX_BYTES, files: 1, fields: 10, fieldSize: 10_000 };
  for await (const part of request.parts({ limits })) {
    if (part.type === "field") fields[part.fieldname] = part.value;
    else if (part.fieldname === file) bytes = await part.toBuffer();
    else part.file.resume();
  }
  const faults: FieldError[] = [];
  const parsed = parsePart(request, schema, fields, faults) as Fields;
  if (!bytes) faults.push({ path: file, reason: "is missing" });
  if (!bytes || faults.length > 0) throw new AppError("bad_request", "Some fields are not valid", faults);
  return { ...parsed, bytes };
}
