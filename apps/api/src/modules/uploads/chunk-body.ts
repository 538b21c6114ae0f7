import "@fastify/multipart";
import { createHash } from "node:crypto";
import { AppError, type FieldError, routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import type { FastifyRequest } from "fastify";
import { parsePart } from "../../platform/http/bind-route.ts";
import { callerLanguage } from "../../platform/http/caller-language.ts";
import { ChunkBuffers } from "./chunk-buffers.ts";

export interface ChunkBody {
  bytes: Buffer;
  sha256: Buffer;
  /** The last chunk of the file. */
  isEnd: boolean;
}

const MAX_CHUNKS_AT_ONCE = 16;
const PATIENCE_MS = 30_000;
/** A byte more than a chunk may have, so that a longer one is noticed. */
const buffers = new ChunkBuffers({
  sizeBytes: UPLOAD_CHUNK_BYTES + 1,
  limit: MAX_CHUNKS_AT_ONCE,
  patienceMs: PATIENCE_MS,
});

/**
 * Reads a chunk's multipart body and hands it on; its bytes are gone when `use` is done.
 * @throws AppError "unavailable" while too many chunks arrive at once.
 */
export const useChunkBody = <T>(request: FastifyRequest, use: (body: ChunkBody) => Promise<T>): Promise<T> =>
  buffers.lend(async (buffer) => use(await readChunkBody(request, buffer)));

/** @throws AppError "bad_request" with the fields, "unsupported_media_type", "chunk_size_wrong" or "chunk_checksum_mismatch". */
async function readChunkBody(request: FastifyRequest, buffer: Buffer): Promise<ChunkBody> {
  if (!request.isMultipart())
    throw new AppError("unsupported_media_type", "A chunk comes as multipart/form-data");
  const { file, fields: schema } = routes.uploadChunk.multipart;
  const { fields, bytes } = await readParts(request, file, buffer).catch(
    (error: Error & { statusCode?: number }) => {
      if (error.statusCode !== undefined) throw error;
      throw new AppError("bad_request", "The body broke off", [{ path: file, reason: error.message }]);
    },
  );
  const faults: FieldError[] = [];
  const language = callerLanguage(request.headers["accept-language"]);
  const parsed = parsePart(schema, fields, faults, language) as
    | { checksum: string; end?: string }
    | undefined;
  if (!bytes) faults.push({ path: file, reason: "is missing" });
  if (!parsed || !bytes) throw new AppError("bad_request", "Some fields are not valid", faults);
  return checked(bytes, parsed);
}

async function readParts(request: FastifyRequest, file: string, buffer: Buffer) {
  const fields: Record<string, unknown> = {};
  let bytes: Buffer | undefined;
  const limits = { fileSize: UPLOAD_CHUNK_BYTES + 1, files: 1, fields: 10, fieldSize: 1_000 };
  for await (const part of request.parts({ limits })) {
    if (part.type === "field") fields[part.fieldname] = part.value;
    else if (part.fieldname === file) bytes = await readInto(buffer, part.file);
    else part.file.resume();
  }
  return { fields, bytes };
}

async function readInto(buffer: Buffer, file: AsyncIterable<Buffer>): Promise<Buffer> {
  let length = 0;
  for await (const part of file) length += part.copy(buffer, length);
  return buffer.subarray(0, length);
}

function checked(bytes: Buffer, fields: { checksum: string; end?: string }): ChunkBody {
  if (bytes.length > UPLOAD_CHUNK_BYTES)
    throw new AppError("chunk_size_wrong", `A chunk has ${UPLOAD_CHUNK_BYTES} bytes at most`);
  const sha256 = createHash("sha256").update(bytes).digest();
  if (sha256.toString("hex") !== fields.checksum)
    throw new AppError("chunk_checksum_mismatch", "The chunk arrived damaged; send it again");
  return { bytes, sha256, isEnd: fields.end === "true" };
}
