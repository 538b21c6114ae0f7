import { AppError, type FieldError, MAX_IMPORT_FILE_BYTES, routes } from "@shoal/contract";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { readFileBody } from "../../../platform/http/file-body.ts";
import { parsePart } from "../../../platform/http/parse-part.ts";

type ListFields = z.output<(typeof routes.createImport.multipart)["fields"]>;

/** Reads an uploaded list. A list that is too large is rejected while it is read. @throws AppError "bad_request" with fields. */
export async function readListBody(
  request: FastifyRequest,
): Promise<ListFields & { bytes: Uint8Array; name: string }> {
  const { file: part, fields: schema } = routes.createImport.multipart;
  const limits = { fileSize: MAX_IMPORT_FILE_BYTES, fields: 10, fieldSize: 1_000 };
  const { fields, file } = await readFileBody(request, part, limits);
  const faults: FieldError[] = [];
  const parsed = parsePart(request, schema, fields, faults) as ListFields;
  if (!file) faults.push({ path: part, reason: "is missing" });
  if (!file || faults.length > 0) throw new AppError("bad_request", "Some fields are not valid", faults);
  return { ...parsed, bytes: file.bytes, name: file.filename.replaceAll("\0", "").toWellFormed() };
}
