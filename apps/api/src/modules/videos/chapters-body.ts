import "@fastify/multipart";
import { AppError, CHAPTERS_FILE_MAX_BYTES, type FieldError, routes } from "@shoal/contract";
import type { FastifyRequest } from "fastify";
import { parsePart } from "../../platform/http/parse-part.ts";

/** @throws AppError "bad_request" with the fields; a file that is too large is refused while it is read. */
export async function readChaptersBody(request: FastifyRequest): Promise<Uint8Array> {
  const { file, fields: schema } = routes.importChapters.multipart;
  const fields: Record<string, unknown> = {};
  let bytes: Buffer | undefined;
  const limits = { fileSize: CHAPTERS_FILE_MAX_BYTES, files: 1, fields: 10, fieldSize: 1_000 };
  for await (const part of request.parts({ limits })) {
    if (part.type === "field") fields[part.fieldname] = part.value;
    else if (part.fieldname === file) bytes = await readWhole(part.file);
    else part.file.resume();
  }
  const faults: FieldError[] = [];
  parsePart(request, schema, fields, faults);
  if (!bytes) faults.push({ path: file, reason: "is missing" });
  if (!bytes || faults.length > 0) throw new AppError("bad_request", "Some fields are not valid", faults);
  return bytes;
}

async function readWhole(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of file) parts.push(part);
  return Buffer.concat(parts);
}
