import { AppError, CHAPTERS_FILE_MAX_BYTES, type FieldError, routes } from "@shoal/contract";
import type { FastifyRequest } from "fastify";
import { readFileBody } from "../../../platform/http/file-body.ts";
import { parsePart } from "../../../platform/http/parse-part.ts";

/** @throws AppError "bad_request" with the fields; a file that is too large is refused while it is read. */
export async function readChaptersBody(request: FastifyRequest): Promise<Uint8Array> {
  const { file: name, fields: schema } = routes.importChapters.multipart;
  const limits = { fileSize: CHAPTERS_FILE_MAX_BYTES, fields: 10, fieldSize: 1_000 };
  const { fields, file } = await readFileBody(request, name, limits);
  const faults: FieldError[] = [];
  parsePart(request, schema, fields, faults);
  if (!file) faults.push({ path: name, reason: "is missing" });
  if (!file || faults.length > 0) throw new AppError("bad_request", "Some fields are not valid", faults);
  return file.bytes;
}
