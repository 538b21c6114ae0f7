import { Readable } from "node:stream";
import { AppError, routes } from "@shoal/contract";
import { formatSizeLimit } from "@shoal/domain";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { BodyMemory, type BodyReception } from "./body-memory.ts";
import { SLOWEST_BYTES_PER_SEC, watchPace } from "./body-pace.ts";
import type { ResourceHolder } from "./largest-first.ts";

/**
 * The size up to which a JSON body is not counted, because it costs no more than its connection: slightly more than a socket read returns.
 */
const BLOCK_SIZE_BYTES = 64 * 1024;
const MAX_MEMORY_BYTES = 8_000_000;

interface BufferedBody {
  body: BodyReception;
  /** Whether its bytes are in use, even if nobody waits for the response any longer. */
  isUsed: boolean;
  close(): void;
}
const bufferedBodies = new WeakMap<FastifyRequest, BufferedBody>();

/** Returns the memory of a body that is read whole, to which multipart parsers append; undefined if the body is not counted. */
export const bodyOf = (request: FastifyRequest): BodyReception | undefined =>
  bufferedBodies.get(request)?.body;

/**
 * Limits the memory of all bodies that are read whole, files and JSON, until their calls are done. Upload chunks are read
 * differently and have memory of their own. Must be called before routes are added.
 * @param senderOf the caller, as identified by its guard.
 */
export function limitBodyMemory(
  app: FastifyInstance,
  { limitBytes, senderOf }: { limitBytes: number; senderOf: (request: FastifyRequest) => ResourceHolder },
): void {
  const memory = new BodyMemory({
    limitBytes,
    blockBytes: BLOCK_SIZE_BYTES,
    keptBytes: MAX_MEMORY_BYTES,
    refusal: "sending_too_much",
  });

  app.addHook("preParsing", async (request, reply, payload) => {
    if (!isCounted(request)) return payload;
    const { body } = openBody(memory, senderOf(request), { request, reply });
    if (isMultipart(request)) return payload;
    const whole = await Promise.race([readWholeBody(payload, body, request), body.interrupted]);
    return Readable.from([whole], { objectMode: false });
  });
  app.addHook("onRoute", (route) => {
    const { handler } = route;
    route.handler = function handleWithBody(request, reply) {
      const mine = bufferedBodies.get(request);
      return mine
        ? useBody(mine, () => handler.call(this, request, reply))
        : handler.call(this, request, reply);
    };
  });
  app.addHook("onResponse", async (request) => {
    const mine = bufferedBodies.get(request);
    if (mine && !mine.isUsed) mine.close();
  });
}

function openBody(
  memory: BodyMemory,
  sender: ResourceHolder,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): BufferedBody {
  const body = memory.open(sender);
  const { socket } = request.raw;
  const stopWatching = watchPace(
    () => socket.bytesRead,
    () => body.interrupt(tooSlowError()),
  );
  // The response closes the connection, so the rest of a rejected body is not awaited.
  body.interrupted.catch(() => reply.header("connection", "close"));
  const mine: BufferedBody = {
    body,
    isUsed: false,
    close() {
      stopWatching();
      memory.close(body);
    },
  };
  bufferedBodies.set(request, mine);
  return mine;
}

async function useBody(mine: BufferedBody, handle: () => unknown): Promise<unknown> {
  mine.isUsed = true;
  try {
    return await Promise.race([handle(), mine.body.interrupted]);
  } finally {
    mine.close();
  }
}

const tooSlowError = () =>
  new AppError("body_too_slow", `The request body must arrive at ${SLOWEST_BYTES_PER_SEC} bytes/s or faster`);

const isMultipart = ({ headers }: FastifyRequest) => /^multipart\//i.test(headers["content-type"] ?? "");

function isCounted(request: FastifyRequest): boolean {
  const { headers, routeOptions } = request;
  const { contract } = routeOptions.config;
  // The memory of upload chunks is limited separately.
  if (contract === routes.uploadChunk || contract === routes.uploadArrivalChunk) return false;
  if (isMultipart(request)) return true;
  if (headers["transfer-encoding"] !== undefined) return true;
  const lengthBytes = Number(headers["content-length"] ?? 0);
  // Bodies larger than the route allows are rejected unread.
  return lengthBytes > BLOCK_SIZE_BYTES && lengthBytes <= routeOptions.bodyLimit;
}

/** @throws AppError "body_too_large", "bad_request" for a body that was cut off, "sending_too_much". */
async function readWholeBody(
  payload: Readable,
  body: BodyReception,
  request: FastifyRequest,
): Promise<Buffer> {
  const { bodyLimit } = request.routeOptions;
  // The connection stays open, so that the response can still be sent.
  const parts = payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  try {
    for await (const part of parts) {
      if (body.sizeBytes + part.byteLength > bodyLimit)
        throw body.interrupt(
          new AppError("body_too_large", `The request body can be at most ${formatSizeLimit(bodyLimit)}`),
        );
      body.append(part);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("bad_request", "The request body is incomplete", [
      { path: "body", reason: (error as Error).message },
    ]);
  }
  return body.join();
}
