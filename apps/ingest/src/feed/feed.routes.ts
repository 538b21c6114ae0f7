import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import {
  LIVE_BYTES_PATH,
  LIVE_CLIPS_PATH,
  LIVE_FEED_PATH,
  LiveAddress,
  LiveBytesQuery,
  type LiveClip,
  LiveClipRequest,
  liveClipFolderOf,
} from "@shoal/contract/ingest";
import { type LiveFeed, writeLiveClip } from "@shoal/media";
import { ObjectNotFound } from "@shoal/store";
import { createSecretCheck } from "@shoal/tokens";
import type { FastifyInstance, FastifyReply } from "fastify";
import { streamFeed } from "./feed-stream.ts";

export interface FeedDeps {
  find(uuid: string, generation: number): LiveFeed | undefined;
  secret: string;
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Fires when this ingest is shutting down and all of its lives have ended here. */
  closing: AbortSignal;
}

/** Registers the routes that edges and the api call. A wrong secret results in a 404, as an unknown address does. */
export function registerFeed(app: FastifyInstance, { find, secret, put, closing }: FeedDeps): void {
  const isOurs = createSecretCheck(secret);

  app.get(pathOf(LIVE_FEED_PATH), (req, reply) => {
    const feed = isOurs(req.headers[INTERNAL_SECRET_HEADER]) ? findFeed(find, req.params) : undefined;
    if (!feed) return sendMissing(reply);
    reply.hijack();
    streamFeed(feed, reply.raw, closing);
  });

  app.get(pathOf(LIVE_BYTES_PATH), async (req, reply) => {
    const feed = isOurs(req.headers[INTERNAL_SECRET_HEADER]) ? findFeed(find, req.params) : undefined;
    const query = LiveBytesQuery.safeParse(req.query);
    if (!feed || !query.success) return sendMissing(reply);
    const range = { ...query.data, sha256: "" };
    try {
      const bytes = await feed.read(range);
      return await reply.type("application/octet-stream").send(Buffer.from(bytes));
    } catch (error) {
      if (error instanceof ObjectNotFound) return sendMissing(reply);
      throw error;
    }
  });

  app.post(pathOf(LIVE_CLIPS_PATH), async (req, reply) => {
    const feed = isOurs(req.headers[INTERNAL_SECRET_HEADER]) ? findFeed(find, req.params) : undefined;
    const body = LiveClipRequest.safeParse(req.body);
    if (!feed || !body.success) return sendMissing(reply);
    const { uuid } = LiveAddress.parse(req.params);
    const { clipId, seconds } = body.data;
    const folder = liveClipFolderOf(uuid, clipId);
    const durationSec = await writeLiveClip(feed, { seconds, folder, put });
    return reply.send({ durationSec } satisfies LiveClip);
  });
}

function findFeed(find: FeedDeps["find"], params: unknown): LiveFeed | undefined {
  const address = LiveAddress.safeParse(params);
  return address.success ? find(address.data.uuid, address.data.generation) : undefined;
}

const sendMissing = (reply: FastifyReply) =>
  reply.code(404).send({ code: "not_found", message: "There is no such live here" });

/** Converts parameters in a path from the contract's `{name}` to the framework's `:name`. */
const pathOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ":$1");
