import "@fastify/multipart";
import { AppError } from "@shoal/contract";
import type { FastifyRequest } from "fastify";
import type { BodyReception } from "./body-memory.ts";
import { bodyOf } from "./buffered-bodies.ts";

/** A multipart body with one file, entirely in memory. */
export interface FileBody {
  fields: Record<string, unknown>;
  /** The file, valid until the call is done; undefined if there was no such file. */
  file: { bytes: Buffer; filename: string } | undefined;
}

export interface FileBodyLimits {
  fileSize: number;
  fields: number;
  fieldSize: number;
}

/**
 * Reads a multipart body within the memory limit of all bodies.
 * @param name the form field that contains the file; files in other fields are discarded.
 * @throws AppError "sending_too_much" if this sender must give way to others, "bad_request" for an interrupted body,
 * "unsupported_media_type"; errors of the parser if a limit is exceeded.
 */
export async function readFileBody(
  request: FastifyRequest,
  name: string,
  limits: FileBodyLimits,
): Promise<FileBody> {
  if (!request.isMultipart())
    throw new AppError("unsupported_media_type", "Send the file as multipart/form-data");
  const body = bodyOf(request);
  if (!body) throw new Error("No memory was opened for this body");
  return readParts(request, name, { body, limits }).catch((error: Error & { statusCode?: number }) => {
    if (error.statusCode !== undefined || error instanceof AppError) throw error;
    throw new AppError("bad_request", "The request body is incomplete", [
      { path: name, reason: error.message },
    ]);
  });
}

async function readParts(
  request: FastifyRequest,
  name: string,
  { body, limits }: { body: BodyReception; limits: FileBodyLimits },
): Promise<FileBody> {
  const fields: Record<string, unknown> = {};
  let filename: string | undefined;
  for await (const part of request.parts({ limits: { ...limits, files: 1 } })) {
    if (part.type === "field") fields[part.fieldname] = part.value;
    else if (part.fieldname === name) {
      filename = part.filename;
      for await (const bytes of part.file as AsyncIterable<Buffer>) body.append(bytes);
    } else part.file.resume();
  }
  const bytes = body.join();
  return { fields, file: filename === undefined ? undefined : { bytes, filename } };
}

/** Returns whether the parser ended a file because of its size. */
export const isFileTooLarge = (error: unknown): boolean =>
  error instanceof Error && (error as Error & { code?: string }).code === "FST_REQ_FILE_TOO_LARGE";
