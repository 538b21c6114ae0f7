import { AppError, CHAPTERS_FILE_MAX_BYTES, type FieldError, routes } from "@shoal/contract";
import type { FastifyRequest } from "fastify";
import { parsePart } from "../../platform/http/bind-route.ts";
import { callerLanguage } from "../../platform/http/caller-language.ts";
import { readFileBody } from "../../platform/http/file-body.ts";

/** @throws AppError "bad_request" with the fields; a file that is too large is refused while it is read. */
export async function readChaptersBody(request: FastifyRequest): Promise<Uint8Array> {
  const { file: name, fields: schema } = routes.importChapters.multipart;
  const limits = { fileSize: CHAPTERS_FILE_MAX_BYTES, fields: 10, fieldSize: 1_000 };
  const { fields, file } = await readFileBody(request, name, limits);
  const faults: FieldError[] = [];
  parsePart(schema, fields, faults, callerLanguage(request.headers["accept-language"]));
  if (!file) faults.push({ path: name, reason: "is missing" });
  if (!file || faults.length > 0) throw new AppError("bad_request", "Some fields are not valid", faults);
  return file.bytes;
}
