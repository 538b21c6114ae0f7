import { AppError } from "@shoal/contract";
import { CHAT_FILE_PATH, chatFileOf, chatPreviewOf } from "@shoal/contract/edge";
import { contentDisposition } from "@shoal/domain";
import type { ClientAddressOf } from "@shoal/lifecycle";
import type { MediaStore } from "@shoal/store";
import { invalid, readChatFileToken } from "@shoal/tokens";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { matchesEtag, requestedPart } from "../media/byte-range.ts";
import { parseOrRefuse } from "../platform/parse.ts";
import type { ConcurrentDownloads } from "./concurrent-downloads.ts";
import { sendStream } from "./send-stream.ts";

const Params = z.object({ token: z.string() });
const Query = z.object({ name: z.string().max(300) });
/** Browsers may cache a file, because its bytes never change. */
const CACHE_CONTROL = "private, max-age=86400, immutable";
/** The size of the pieces in which a file is read. A stalled response keeps one piece in memory. */
const PIECE_SIZE_BYTES = 256_000;
/** Bytes of chat files are not billed, because these files belong to no video. */
const UNBILLED_COUNTER = { add: () => undefined, refund: () => undefined };

export interface ChatFileRoutesOptions {
  store: Pick<MediaStore, "findSize" | "read">;
  internalSecret: string;
  addressOf: ClientAddressOf;
  underWay: ConcurrentDownloads;
}

/**
 * `GET /chat-files/{token}?name=…`: files of chat messages, by links that the api signs; `…/{token}/preview` is a file's thumbnail.
 * This origin has no sessions, and serves files as downloads: pages show pictures and play audio in their own elements, so no code
 * in a file is ever executed.
 */
export function registerChatFileRoutes(
  app: FastifyInstance,
  { store, internalSecret, addressOf, underWay }: ChatFileRoutesOptions,
): void {
  const serve = async (req: FastifyRequest, reply: FastifyReply, isPreview: boolean) => {
    const { token } = parseOrRefuse(Params, req.params);
    const { name } = parseOrRefuse(Query, req.query);
    const file = readChatFileToken(token, { name, secret: internalSecret });
    if (!file) throw invalid();
    underWay.enter(addressOf(req.raw), reply.raw);
    const object = isPreview ? chatPreviewOf(file.uuid) : chatFileOf(file.uuid);
    const sizeBytes = await store.findSize(object);
    if (sizeBytes === undefined) throw new AppError("not_found", "No such file");
    // An object's bytes never change, so its uuid serves as the entity tag.
    const etag = isPreview ? `"${file.uuid}/preview"` : `"${file.uuid}"`;
    reply
      .header("etag", etag)
      .header("cache-control", CACHE_CONTROL)
      .header("accept-ranges", "bytes")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("content-disposition", contentDisposition(isPreview ? "preview.webp" : file.name));
    if (matchesEtag(req.headers["if-none-match"], etag)) return reply.code(304).send();
    const part = requestedPart(req.headers, etag, sizeBytes);
    if (part === "unsatisfiable")
      return reply.code(416).header("content-range", `bytes */${sizeBytes}`).send();
    const { start, end } = part ?? { start: 0, end: sizeBytes };
    if (part) reply.code(206).header("content-range", `bytes ${start}-${end - 1}/${sizeBytes}`);
    reply.type(isPreview ? "image/webp" : file.mediaType).header("content-length", end - start);
    return sendStream(req, reply, {
      open: () => piecesOf(store, object, { start, end }),
      counter: UNBILLED_COUNTER,
    });
  };
  app.get(`${CHAT_FILE_PATH}/:token`, (req, reply) => serve(req, reply, false));
  app.get(`${CHAT_FILE_PATH}/:token/preview`, (req, reply) => serve(req, reply, true));
}

async function* piecesOf(
  store: Pick<MediaStore, "read">,
  object: string,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  for (let offset = start; offset < end; offset += PIECE_SIZE_BYTES)
    yield await store.read(object, { offset, length: Math.min(PIECE_SIZE_BYTES, end - offset) });
}
