import { createHash } from "node:crypto";
import { extname } from "node:path";
import { AppError } from "@shoal/contract";
import type { MediaStore } from "@shoal/store";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LoadingCache } from "../platform/loading-cache.ts";
import { matchesEtag } from "./byte-range.ts";

const MAX_CACHE_BYTES = 64_000_000;
const TYPES_BY_EXTENSION: Record<string, string> = {
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".png": "image/png",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".vtt": "text/vtt; charset=utf-8",
};

interface Asset {
  bytes: Buffer;
  etag: string;
}

/** Builds an asset from its bytes. Its entity tag is a digest of them. */
export const assetOf = (bytes: Buffer): Asset => ({
  bytes,
  etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
});

/** Serves small objects of the media store, such as pictures and captions, as a whole. */
export class Assets {
  readonly #store: MediaStore;
  readonly #cache = new LoadingCache<Asset>({
    maxBytes: MAX_CACHE_BYTES,
    bytesOf: ({ bytes }) => bytes.length,
  });
  constructor(store: MediaStore) {
    this.#store = store;
  }

  /** Whether an object is in memory. */
  isCached(object: string): boolean {
    return this.#cache.peek(object) !== undefined;
  }

  async read(object: string): Promise<Asset> {
    return this.#cache.get(object, async () => {
      const bytes = Buffer.from(await this.#store.read(object));
      return assetOf(bytes);
    });
  }

  /** Sends an object. @throws AppError "not_found" if there is none. */
  async send(
    req: FastifyRequest,
    reply: FastifyReply,
    object: string | null | undefined,
    cacheControl: string,
  ) {
    if (!object) throw new AppError("not_found", "Not available yet");
    const picture = { ...(await this.read(object)), type: TYPES_BY_EXTENSION[extname(object)] };
    return sendPicture(req, reply, picture, cacheControl);
  }
}

/** Sends a picture from memory, or 304 if the caller already has it. */
export function sendPicture(
  req: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag, type = "application/octet-stream" }: Asset & { type: string | undefined },
  cacheControl: string,
): FastifyReply {
  reply.header("cache-control", cacheControl).header("etag", etag);
  if (matchesEtag(req.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.type(type).send(bytes);
}

/**
 * Rewrites the picture names in a storyboard to their URLs.
 * @param urlOf the URL of the sprite at an index of `sprites`.
 */
export function rewriteStoryboard(
  vtt: string,
  sprites: string[],
  urlOf: (position: number) => string,
): string {
  const byName = new Map(sprites.map((object, position) => [object.split("/").at(-1), urlOf(position)]));
  return vtt.replace(/^([^\s#]+)(#xywh=.*)?$/gm, (line, name: string, fragment = "") => {
    const url = byName.get(name.split("/").at(-1));
    return url === undefined ? line : `${url}${fragment}`;
  });
}
