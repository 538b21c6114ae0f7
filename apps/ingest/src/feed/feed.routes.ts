import {
  INTERNAL_SECRET_HEADER,
  LIVE_BYTES_PATH,
  LIVE_FEED_PATH,
  LiveAddress,
  LiveBytesQuery,
} from "@shoal/contract";
import { createSecretCheck } from "@shoal/lifecycle";
import type { LiveFeed } from "@shoal/media";
import { ObjectNotFound } from "@shoal/store";
import type { FastifyInstance, FastifyReply } from "fastify";
import { tellFeed } from "./feed-line.ts";

export interface FeedDeps {
  find(uuid: string, generation: number): LiveFeed | undefined;
  secret: string;
}

/** Calls of the edges. A wrong secret gets the answer of an address that does not exist. */
export function registerFeed(app: FastifyInstance, { find, secret }: FeedDeps): void {
  const isOurs = createSecretCheck(secret);

  app.get(pathOf(LIVE_FEED_PATH), (req, reply) => {
    const feed = isOurs(req.headers[INTERNAL_SECRET_HEADER]) ? findFeed(find, req.params) : undefined;
    if (!feed) return sendMissing(reply);
    reply.hijack();
    tellFeed(feed, reply.raw);
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
}

function findFeed(find: FeedDeps["find"], params: unknown): LiveFeed | undefined {
  const address = LiveAddress.safeParse(params);
  return address.success ? find(address.data.uuid, address.data.generation) : undefined;
}

const sendMissing = (reply: FastifyReply) =>
  reply.code(404).send({ code: "not_found", message: "There is no such live here" });

/** Braces as the framework has them. */
const pathOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ":$1");
