import { AppError, type FieldError, MAX_CAPTIONS_FILE_BYTES, routes } from "@shoal/contract";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { readFileBody } from "../../../platform/http/file-body.ts";
import { parsePart } from "../../../platform/http/parse-part.ts";

type UploadFields = z.output<(typeof routes.uploadCaptions.multipart)["fields"]>;
/** A captions file and its metadata. */
export type CaptionsUpload = UploadFields & { bytes: Uint8Array };

/** @throws AppError "bad_request" with the fields; a file that is too large is rejected while it is read. */
export async function readUploadBody(request: FastifyRequest): Promise<CaptionsUpload> {
  const { file: name, fields: schema } = routes.uploadCaptions.multipart;
  const limits = { fileSize: MAX_CAPTIONS_FILE_BYTES, fields: 10, fieldSize: 10_000 };
  const { fields, file } = await readFileBody(request, name, limits);
  const faults: FieldError[] = [];
  const parsed = parsePart(request, schema, fields, faults) as UploadFields;
  if (!file) faults.push({ path: name, reason: "is missing" });
  if (!file || faults.length > 0) throw new AppError("bad_request", "Some fields are not valid", faults);
  return { ...parsed, bytes: file.bytes };
}
