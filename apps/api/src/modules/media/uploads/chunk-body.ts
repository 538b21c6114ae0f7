import "@fastify/multipart";
import { createHash, type Hash } from "node:crypto";
import { AppError, type FieldError, routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { formatSizeLimit } from "@shoal/domain";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { BodyMemory, type BodyReception } from "../../../platform/http/body-memory.ts";
import { SLOWEST_BYTES_PER_SEC, watchPace } from "../../../platform/http/body-pace.ts";
import type { ResourceHolder } from "../../../platform/http/largest-first.ts";
import { parsePart } from "../../../platform/http/parse-part.ts";
import { ChunkSlots } from "./chunk-slots.ts";
import { ReadingTurns } from "./reading-turns.ts";

export interface ChunkBody {
  /** The received bytes, in order. */
  parts: readonly Buffer[];
  sizeBytes: number;
  sha256: Buffer;
  /** Whether this is the last chunk of the file. */
  isEnd: boolean;
}

/** A chunk whose bytes are still arriving. */
export interface ArrivingChunk {
  request: FastifyRequest;
  reply: FastifyReply;
  sender: ResourceHolder;
}

/** Parses a chunk's multipart body and passes it on; its bytes are released when `use` is done. */
export type UseChunkBody = <T>(arriving: ArrivingChunk, use: (body: ChunkBody) => Promise<T>) => Promise<T>;

type ChunkFields = z.output<typeof routes.uploadChunk.multipart.fields>;

/** The size of the blocks that bytes are copied to: slightly more than one read of a socket returns. */
const BLOCK_SIZE_BYTES = 256 * 1024;
/** The memory limit for chunks being received: sixteen chunks of 5 MB. */
const MAX_MEMORY_BYTES = 80_000_000;

/**
 * Reads chunks within a memory limit.
 * @returns a reader that throws AppError "too_many_requests" if this sender must give way to other senders, and "chunk_too_slow".
 */
export function createChunkReader(limitBytes: number): UseChunkBody {
  const memory = new BodyMemory({ limitBytes, blockBytes: BLOCK_SIZE_BYTES, keptBytes: MAX_MEMORY_BYTES });
  const turns = new ReadingTurns();
  const places = new ChunkSlots();
  return ({ request, reply, sender }, use) =>
    places
      .within(sender.userUuid, () => readFrom(request, reply, sender, use))
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === "too_many_requests")
          reply.header("connection", "close");
        throw error;
      });

  function readFrom<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    sender: ResourceHolder,
    use: (body: ChunkBody) => Promise<T>,
  ): Promise<T> {
    return memory.receive(sender, async (chunk) => {
      const { socket } = request.raw;
      const stopWatching = watchPace(
        () => socket.bytesRead,
        () => chunk.interrupt(tooSlowError()),
      );
      // The response closes the connection, so the rest of a rejected body is not awaited.
      chunk.interrupted.catch(() => reply.header("connection", "close"));
      const body = await readChunkBody(request, chunk, turns).finally(stopWatching);
      return use(body);
    });
  }
}

const tooSlowError = () =>
  new AppError("chunk_too_slow", `A chunk must arrive at ${SLOWEST_BYTES_PER_SEC} bytes/s or faster`);
const interruptedBodyError = (reason: string) =>
  new AppError("bad_request", "The request body is incomplete", [
    { path: routes.uploadChunk.multipart.file, reason },
  ]);

/** @throws AppError "bad_request" with the fields, "unsupported_media_type", "chunk_size_wrong" or "chunk_checksum_mismatch". */
async function readChunkBody(
  request: FastifyRequest,
  chunk: BodyReception,
  turns: ReadingTurns,
): Promise<ChunkBody> {
  if (!request.isMultipart())
    throw new AppError("unsupported_media_type", "Send chunks as multipart/form-data");
  const { file, fields: schema } = routes.uploadChunk.multipart;
  const { fields, hash } = await readParts(request, file, { chunk, turns }).catch(
    (error: Error & { statusCode?: number }) => {
      if (error.statusCode !== undefined || error instanceof AppError) throw error;
      throw interruptedBodyError(error.message);
    },
  );
  const faults: FieldError[] = [];
  const parsed = parsePart(request, schema, fields, faults) as ChunkFields | undefined;
  if (!hash) faults.push({ path: file, reason: "is missing" });
  if (!parsed || !hash) throw new AppError("bad_request", "Some fields are not valid", faults);
  return checkChunk(chunk, hash, parsed);
}

/** The destination of a chunk's bytes, and the turns in which its parts are read. */
interface ChunkReading {
  chunk: BodyReception;
  turns: ReadingTurns;
}

async function readParts(request: FastifyRequest, file: string, reading: ChunkReading) {
  const fields: Record<string, unknown> = {};
  let hash: Hash | undefined;
  const limits = { fileSize: UPLOAD_CHUNK_BYTES + 1, files: 1, fields: 10, fieldSize: 1_000 };
  for await (const part of request.parts({ limits })) {
    if (part.type === "field") fields[part.fieldname] = part.value;
    else if (part.fieldname === file) hash = await readFileInto(reading, part.file);
    else part.file.resume();
  }
  return { fields, hash };
}

/** Reads and hashes a chunk in small steps as it arrives, because hashing five megabytes at once would delay other requests. */
async function readFileInto({ chunk, turns }: ChunkReading, file: AsyncIterable<Buffer>): Promise<Hash> {
  const hash = createHash("sha256");
  for await (const part of file) {
    await turns.acquire(chunk.holder);
    chunk.append(part);
    hash.update(part);
  }
  return hash;
}

function checkChunk(chunk: BodyReception, hash: Hash, { checksum, end }: ChunkFields): ChunkBody {
  const { sizeBytes } = chunk;
  if (sizeBytes > UPLOAD_CHUNK_BYTES)
    throw new AppError("chunk_size_wrong", `A chunk can be at most ${formatSizeLimit(UPLOAD_CHUNK_BYTES)}`);
  const sha256 = hash.digest();
  if (checksum !== undefined && sha256.toString("hex") !== checksum)
    throw new AppError("chunk_checksum_mismatch", "The chunk arrived damaged; send it again");
  return { parts: chunk.complete(), sizeBytes, sha256, isEnd: end === "true" || end === "1" };
}
