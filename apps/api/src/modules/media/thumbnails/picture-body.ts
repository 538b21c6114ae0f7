import {
  AppError,
  type FieldError,
  MAX_THUMBNAIL_BYTES,
  MAX_THUMBNAIL_SIDE_PX,
  routes,
} from "@shoal/contract";
import type { UploadedPictureFormat } from "@shoal/contract/jobs";
import type { FastifyRequest } from "fastify";
import { isFileTooLarge, readFileBody } from "../../../platform/http/file-body.ts";
import { parsePart } from "../../../platform/http/parse-part.ts";
import { readPictureHeader } from "./picture-header.ts";

export interface UploadedPicture {
  bytes: Buffer;
  format: UploadedPictureFormat;
}

const FILE_FIELD = routes.uploadThumbnail.multipart.file;

/** @throws AppError "bad_request", "unsupported_media_type" or "file_too_large", with the fields and reasons. */
export async function readPictureBody(request: FastifyRequest): Promise<UploadedPicture> {
  const limits = { fileSize: MAX_THUMBNAIL_BYTES, fields: 10, fieldSize: 1_000 };
  const { fields, file } = await readFileBody(request, FILE_FIELD, limits).catch(refuseSize);
  const faults: FieldError[] = [];
  parsePart(request, routes.uploadThumbnail.multipart.fields, fields, faults);
  if (!file) faults.push({ path: FILE_FIELD, reason: "is missing" });
  if (!file || faults.length > 0) throw new AppError("bad_request", "Some fields are not valid", faults);
  return checkPicture(file.bytes);
}

function refuseSize(error: unknown): never {
  if (!isFileTooLarge(error)) throw error;
  throw tooLargeError(`must have ${MAX_THUMBNAIL_BYTES} bytes at most`);
}

/** Checks the header of a file before any decoder reads it. */
function checkPicture(bytes: Buffer): UploadedPicture {
  const header = readPictureHeader(bytes);
  if (!header) throw pictureError("must be a PNG, JPEG or WebP picture");
  if (header.isAnimated) throw pictureError("must not move");
  const { format, width, height } = header;
  if (Math.min(width, height) < 1) throw pictureError("has no pixels");
  if (Math.max(width, height) > MAX_THUMBNAIL_SIDE_PX)
    throw tooLargeError(`must have ${MAX_THUMBNAIL_SIDE_PX} pixels a side at most, not ${width} × ${height}`);
  return { bytes, format };
}

const pictureError = (reason: string) =>
  new AppError("unsupported_media_type", "This picture format is not supported", [
    { path: FILE_FIELD, reason },
  ]);
const tooLargeError = (reason: string) =>
  new AppError("file_too_large", "The picture is too large", [{ path: FILE_FIELD, reason }]);
