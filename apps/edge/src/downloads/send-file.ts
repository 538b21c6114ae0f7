import { createReadStream } from "node:fs";
import type { ByteRange } from "@shoal/contract/stored-data";
import type { FastifyReply, FastifyRequest } from "fastify";
import { matchesEtag, requestedPart } from "../media/byte-range.ts";
import type { CheckedMedia } from "../media/checked-media.ts";
import type { SentCounter } from "../media/unconfirmed-bytes.ts";
import type { FilePlan } from "./file-plans.ts";
import { sendStream } from "./send-stream.ts";

/** Browsers may reuse a download whose entity tag is unchanged, since its bytes are unchanged too. */
const CACHE_CONTROL = "private, max-age=0, must-revalidate";

/**
 * Sends a file or the requested part of it. Holds at most a few hundred kB in memory, however slowly the client reads.
 * @throws AppError "unavailable" if the first media are damaged; later damage aborts the response.
 */
export async function sendFile(
  req: FastifyRequest,
  reply: FastifyReply,
  plan: FilePlan,
  { media, counter }: { media: CheckedMedia; counter: SentCounter },
): Promise<FastifyReply> {
  const { etag, sizeBytes } = plan;
  reply.header("etag", etag).header("cache-control", CACHE_CONTROL).header("accept-ranges", "bytes");
  if (matchesEtag(req.headers["if-none-match"], etag)) return reply.code(304).send();
  const part = requestedPart(req.headers, etag, sizeBytes);
  if (part === "unsatisfiable") return reply.code(416).header("content-range", `bytes */${sizeBytes}`).send();
  const { start, end } = part ?? { start: 0, end: sizeBytes };
  if (part) reply.code(206).header("content-range", `bytes ${start}-${end - 1}/${sizeBytes}`);
  reply.type("video/mp4").header("content-length", end - start);
  const { segment } = plan.spans[findSpanAt(plan.starts, start)] ?? {};
  if (segment && req.method !== "HEAD") await verifySegment(plan, segment, media);
  return sendStream(req, reply, { open: () => readFilePart(plan, start, end, media), counter });
}

/** Verifies a segment's bytes. The plan's index was made from the same bytes, so a damaged segment invalidates the plan. */
async function verifySegment(plan: FilePlan, segment: ByteRange, media: CheckedMedia): Promise<void> {
  await media.verify(segment).catch((error: unknown) => {
    plan.isDoubtful = true;
    throw error;
  });
}

async function* readFilePart(
  plan: FilePlan,
  start: number,
  end: number,
  media: CheckedMedia,
): AsyncGenerator<Buffer> {
  const { headPath, headBytes, spans, starts } = plan;
  if (start < headBytes) yield* createReadStream(headPath, { start, end: Math.min(end, headBytes) - 1 });
  for (let n = findSpanAt(starts, start); n < spans.length && (starts[n] ?? end) < end; n++) {
    const span = spans[n];
    if (!span) return;
    const { segment, length } = span;
    const inSegment = span.offset - segment.offset;
    const begin = starts[n] ?? 0;
    const [from, to] = [Math.max(0, start - begin), Math.min(length, end - begin)];
    if (to <= from) continue;
    await verifySegment(plan, segment, media);
    yield* media.part(segment, inSegment + from, inSegment + to);
  }
}

/** Returns the index of the last span that starts at or before a position; 0 for a position inside the file's own index. */
function findSpanAt(starts: Float64Array, place: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle;
  }
  return low;
}
