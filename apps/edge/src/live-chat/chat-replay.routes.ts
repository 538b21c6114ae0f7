import { AppError } from "@shoal/contract";
import { LIVE_CHAT_REPLAY_PATH, LIVE_CHAT_REPLAY_WINDOW_SEC } from "@shoal/contract/player";
import type { ClientAddressOf } from "@shoal/lifecycle";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { parseOrRefuse } from "../platform/parse.ts";
import { RateLimiter } from "../platform/rate-limiter.ts";
import type { PlaybackTokens } from "../playback/playback-token.ts";
import type { ChatAccess } from "./chat-access.ts";
import type { ChatSync } from "./chat-sync.ts";

const Query = z.object({
  ticket: z.string().max(4_000),
  from: z.coerce.number().int().min(0).max(10_000_000).multipleOf(LIVE_CHAT_REPLAY_WINDOW_SEC),
});
/**
 * The maximum number of requests per address. A page sends one request per minute and one per seek, and an office shares an
 * address.
 */
const REQUESTS_PER_MINUTE = 3_000;

interface ChatReplayDeps {
  chatTickets: Pick<PlaybackTokens, "verify">;
  chatAccess: Pick<ChatAccess, "admit">;
  chatSync: Pick<ChatSync, "replay">;
  addressOf: ClientAddressOf;
}

/** `GET /live-chat-replay?ticket=…&from=120`: the chat messages of one minute of a recording, which starts at `from` seconds. */
export function registerChatReplay(
  app: FastifyInstance,
  { chatTickets, chatAccess, chatSync, addressOf }: ChatReplayDeps,
): void {
  const limiter = new RateLimiter({ perMinute: REQUESTS_PER_MINUTE });
  app.get(LIVE_CHAT_REPLAY_PATH, async (req, reply) => {
    const address = addressOf(req.raw);
    if (!limiter.tryConsume(address)) throw limiter.refusal("Too many chats are asked for from here");
    const { ticket, from } = parseOrRefuse(Query, req.query);
    const claims = chatTickets.verify(ticket);
    const admitted = await chatAccess.admit({ claims, address }, "replay");
    if (typeof admitted === "string")
      throw new AppError("playback_denied", "You do not have access to this chat");
    return reply
      .header("cache-control", "no-store")
      .send({ messages: await chatSync.replay(claims.uuid, from) });
  });
}
