import "@fastify/multipart";
import { createHash } from "node:crypto";
import { AppError, type FieldError, routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import type { FastifyRequest } from "fastify";
import { parsePart } from "../../platform/http/bind-route.ts";

export interface ChunkBody {
  bytes: Buffer;
  sha256: Buffer;
  /** The last chunk of the file. */
  isEnd: boolean;
}

/**
 * Reads a chunk's multipart body; at most one chunk is held in memory.
 * @throws AppError "bad_request" with the fields, "chunk_size_wrong" or "chunk_checksum_mismatch".
 */
export async function readChunkBody(request: FastifyRequest): Promise<ChunkBody> {
  const { file, fields: schema } = routes.uploadChunk.multipart;
  const fields: Record<string, unknown> = {};
  let bytes: Buffer | undefined;
  const limits = { fileSize: UPLOAD_CHUNK_BYTES + 1, files: 1, fields: 10, fieldSize: 1_000 };
  for await (const part of request.parts({ limits })) {
    if (part.type === "field") fields[part.fieldname] = part.value;
    else if (part.fieldname === file) bytes = await readWhole(part.file);
    else part.file.resume();
  }
  const faults: FieldError[] = [];
  const parsed = parsePart(schema, fields, faults) as { checksum: string; end?: string } | undefined;
  if (!bytes) faults.push({ path: file, reason: "is missing" });
  if (!parsed || !bytes) throw new AppError("bad_request", "Some fields are not valid", faults);
  return checked(bytes, parsed);
}

/** Into one buffer of its final size: gathering parts and joining them holds every chunk twice. */
async function readWhole(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(UPLOAD_CHUNK_BYTES + 1);
  let length = 0;
  for await (const part of file) length += part.copy(whole, length);
  return whole.subarray(0, length);
}

function checked(bytes: Buffer, fields: { checksum: string; end?: string }): ChunkBody {
  if (bytes.length > UPLOAD_CHUNK_BYTES)
    throw new AppError("chunk_size_wrong", `A chunk has ${UPLOAD_CHUNK_BYTES} bytes at most`);
  const sha256 = createHash("sha256").update(bytes).digest();
  if (sha256.toString("hex") !== fields.checksum)
    throw new AppError("chunk_checksum_mismatch", "The chunk arrived damaged; send it again");
  return { bytes, sha256, isEnd: fields.end === "true" };
}
