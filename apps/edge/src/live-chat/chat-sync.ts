import { AppError, type BodyOf, fillPath, type LiveChatMessage, type ResponseOf } from "@shoal/contract";
import { INTERNAL_SECRET_HEADER, liveChatInternalRoutes } from "@shoal/contract/edge";
import { LIVE_CHAT_REPLAY_WINDOW_SEC } from "@shoal/contract/player";
import { LRUCache } from "lru-cache";
import type { ApiAddress } from "../playback/descriptor-source.ts";

const { syncLiveChats, replayLiveChat } = liveChatInternalRoutes;
/** The time limit of a call. A call that takes longer is repeated, which is safe: the api stores no message twice. */
const TIMEOUT_MS = 5_000;
/** How long part of a replay is cached. This is also the maximum time for which a deleted message remains visible. */
const REPLAY_CACHE_TTL_MS = 5_000;
const REPLAY_CACHE_SIZE = 500;

/** Calls the api to exchange and load chat messages. */
export class ChatSync {
  readonly #api: ApiAddress;
  readonly #replays = new LRUCache<string, Promise<LiveChatMessage[]>>({
    max: REPLAY_CACHE_SIZE,
    ttl: REPLAY_CACHE_TTL_MS,
  });
  constructor(api: ApiAddress) {
    this.#api = api;
  }

  /** Exchanges messages with the api. @throws when the api is unreachable. */
  async exchange(body: BodyOf<typeof syncLiveChats>): Promise<ResponseOf<typeof syncLiveChats>> {
    const answer = await this.#request(syncLiveChats.path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return syncLiveChats.response.parse(answer);
  }

  /**
   * Loads the messages during a part of a recording.
   * @param fromSec a multiple of `LIVE_CHAT_REPLAY_WINDOW_SEC`.
   * @throws AppError "unavailable"
   */
  replay(video: string, fromSec: number): Promise<LiveChatMessage[]> {
    const key = `${video} ${fromSec}`;
    const known = this.#replays.get(key);
    if (known) return known;
    const path = fillPath(replayLiveChat.path, { video });
    const request = this.#request(`${path}?from=${fromSec}&to=${fromSec + LIVE_CHAT_REPLAY_WINDOW_SEC}`).then(
      (answer) => replayLiveChat.response.parse(answer).messages,
      (error: unknown) => {
        this.#replays.delete(key);
        throw new AppError("unavailable", `The api does not tell of the chat: ${String(error)}`);
      },
    );
    this.#replays.set(key, request);
    return request;
  }

  async #request(
    path: string,
    init: RequestInit & { headers?: Record<string, string> } = {},
  ): Promise<unknown> {
    const response = await fetch(`${this.#api.apiUrl}${path}`, {
      ...init,
      headers: { ...init.headers, [INTERNAL_SECRET_HEADER]: this.#api.internalSecret },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return response.json();
    await response.body?.cancel();
    throw new Error(`HTTP ${response.status}`);
  }
}
