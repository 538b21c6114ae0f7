import "@fastify/multipart";
import { AppError, type FieldError, PICTURE_MAX_BYTES, PICTURE_REFUSALS, routes } from "@shoal/contract";
import type { FastifyRequest } from "fastify";
import { parsePart } from "../../platform/http/parse-part.ts";
import { pictureRefused } from "./picture-check.ts";

export interface PictureBody {
  bytes: Buffer;
  /** As the browser told it; data, never a path. */
  originalName: string;
  name: string | undefined;
  alt: string | undefined;
}

/** Whole pictures are held in memory while they arrive: 160 MB at most. */
const MAX_AT_ONCE = 8;
const ORIGINAL_NAME_MAX_LENGTH = 255;
let arriving = 0;

/** @throws AppError "bad_request" with the fields, "picture_refused", "unsupported_media_type", or "unavailable". */
export async function readPictureBody(request: FastifyRequest): Promise<PictureBody> {
  if (!request.isMultipart())
    throw new AppError("unsupported_media_type", "A picture comes as multipart/form-data");
  if (arriving >= MAX_AT_ONCE) throw new AppError("unavailable", "Too many pictures at once; try again");
  arriving += 1;
  try {
    return await readParts(request);
  } catch (error) {
    throw explain(error);
  } finally {
    arriving -= 1;
  }
}

async function readParts(request: FastifyRequest): Promise<PictureBody> {
  const { file, fields: schema } = routes.addPicture.multipart;
  const fields: Record<string, unknown> = {};
  let picture: { bytes: Buffer; originalName: string } | undefined;
  const limits = { fileSize: PICTURE_MAX_BYTES, files: 1, fields: 10, fieldSize: 4_000 };
  for await (const part of request.parts({ limits })) {
    if (part.type === "field") fields[part.fieldname] = part.value;
    else if (part.fieldname === file)
      picture = { bytes: await readWhole(part.file), originalName: nameOf(part.filename) };
    else part.file.resume();
  }
  const faults: FieldError[] = [];
  const parsed = parsePart(request, schema, fields, faults) as { name?: string; alt?: string } | undefined;
  if (!picture) faults.push({ path: file, reason: "is missing" });
  if (!parsed || !picture) throw new AppError("bad_request", "Some fields are not valid", faults);
  return { ...picture, name: parsed.name, alt: parsed.alt };
}

async function readWhole(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of file) parts.push(part);
  return Buffer.concat(parts);
}

const nameOf = (text: string) =>
  text
    .replace(/\p{Cc}/gu, "")
    .toWellFormed()
    .slice(0, ORIGINAL_NAME_MAX_LENGTH);

function explain(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const { statusCode, code } = error as Error & { statusCode?: number; code?: string };
  if (code === "FST_REQ_FILE_TOO_LARGE") return pictureRefused(PICTURE_REFUSALS.tooManyBytes);
  if (statusCode !== undefined) return error;
  return new AppError("bad_request", "The body broke off", [{ path: "picture", reason: error.message }]);
}
