import { AppError, type FieldError, MAX_PICTURE_BYTES, PICTURE_REFUSALS, routes } from "@shoal/contract";
import type { FastifyRequest } from "fastify";
import { isFileTooLarge, readFileBody } from "../../../platform/http/file-body.ts";
import { parsePart } from "../../../platform/http/parse-part.ts";
import { pictureRefused } from "./picture-check.ts";

export interface PictureBody {
  bytes: Buffer;
  /** The file's name as the browser reported it; never used as a path. */
  originalName: string;
  name: string | undefined;
  alt: string | undefined;
}

const MAX_ORIGINAL_NAME_LENGTH = 255;

/** @throws AppError "bad_request" with the fields, "picture_refused", "unsupported_media_type", or "sending_too_much". */
export async function readPictureBody(request: FastifyRequest): Promise<PictureBody> {
  const { file, fields: schema } = routes.addPicture.multipart;
  const limits = { fileSize: MAX_PICTURE_BYTES, fields: 10, fieldSize: 4_000 };
  const { fields, file: picture } = await readFileBody(request, file, limits).catch(refuseSize);
  const faults: FieldError[] = [];
  const parsed = parsePart(request, schema, fields, faults) as { name?: string; alt?: string } | undefined;
  if (!picture) faults.push({ path: file, reason: "is missing" });
  if (!parsed || !picture) throw new AppError("bad_request", "Some fields are not valid", faults);
  const { bytes, filename } = picture;
  return {
    bytes,
    originalName: nameOf(filename),
    name: parsed.name,
    alt: parsed.alt,
  };
}

const nameOf = (text: string) =>
  text
    .replace(/\p{Cc}/gu, "")
    .toWellFormed()
    .slice(0, MAX_ORIGINAL_NAME_LENGTH);

function refuseSize(error: unknown): never {
  throw isFileTooLarge(error) ? pictureRefused(PICTURE_REFUSALS.tooManyBytes) : error;
}
