import { type ModeratedLiveChatMessage, routes } from "@shoal/contract";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/session.ts";

/** Polling interval: a moderator should see a message about as soon as viewers do. */
const POLL_INTERVAL_MS = 1_000;
const SETTINGS_POLL_INTERVAL_MS = 5_000;
const MAX_SHOWN_MESSAGES = 500;

export const liveChatQuery = (uuid: string) =>
  queryOptions({
    queryKey: ["live-chat", uuid],
    queryFn: ({ signal }) => call(routes.getLiveChat, { params: { id: uuid } }, { signal }),
    refetchInterval: SETTINGS_POLL_INTERVAL_MS,
  });

const messagesKey = (uuid: string) => ["live-chat-messages", uuid] as const;

interface FollowedMessages {
  messages: readonly ModeratedLiveChatMessage[];
  seq: number;
}

/** Returns the messages of a chat as moderators see them, and polls for changes. */
export function useLiveChatMessages(uuid: string) {
  const client = useQueryClient();
  const key = messagesKey(uuid);
  return useQuery({
    queryKey: key,
    refetchInterval: POLL_INTERVAL_MS,
    queryFn: async ({ signal }): Promise<FollowedMessages> => {
      const known = client.getQueryData<FollowedMessages>(key);
      const query = known ? { since: String(known.seq) } : {};
      const answer = await call(
        routes.listLiveChatMessages,
        { params: { id: uuid }, query: query as never },
        { signal },
      );
      // Merges the response with the current cache, which keeps the results of actions applied during the request.
      const now = client.getQueryData<FollowedMessages>(key);
      return { messages: mergeMessages(now?.messages ?? [], answer.messages), seq: answer.seq };
    },
  });
}

/** Returns a function that merges the result of a call into the displayed messages. */
export function useApplyMessage(uuid: string): (message: ModeratedLiveChatMessage) => void {
  const client = useQueryClient();
  return (message) =>
    client.setQueryData<FollowedMessages>(messagesKey(uuid), (known) =>
      known ? { ...known, messages: mergeMessages(known.messages, [message]) } : known,
    );
}

/** A restriction of an author: a time-out or a ban. */
export type Sanction = Partial<Pick<ModeratedLiveChatMessage, "mutedUntil" | "isBanned">>;

/**
 * Returns a function that applies a sanction to the displayed messages of an author. Sanctions do not change the messages,
 * so polling does not return them.
 */
export function useApplySanction(uuid: string): (author: string, sanction: Sanction) => void {
  const client = useQueryClient();
  return (author, sanction) =>
    client.setQueryData<FollowedMessages>(messagesKey(uuid), (known) => {
      if (!known) return known;
      const messages = known.messages.map((each) =>
        each.author === author ? { ...each, ...sanction } : each,
      );
      return { ...known, messages: mergeMessages(messages, []) };
    });
}

/**
 * Merges changed messages into the displayed messages. Deleted messages are removed, except the last message of each banned author, whose
 * menu can lift the ban. Only one message is pinned at a time.
 */
function mergeMessages(
  known: readonly ModeratedLiveChatMessage[],
  changed: readonly ModeratedLiveChatMessage[],
): ModeratedLiveChatMessage[] {
  const all = new Map(known.map((message) => [message.id, message]));
  for (const message of changed) {
    const before = all.get(message.id);
    if (!before || before.seq <= message.seq) all.set(message.id, message);
  }
  const inOrder = [...all.values()].toSorted((a, b) => a.position - b.position);
  const lastOf = new Map(inOrder.map(({ author, id }) => [author, id]));
  return inOrder
    .filter(
      ({ id, state, author, isBanned }) => state !== "deleted" || (isBanned && lastOf.get(author) === id),
    )
    .slice(-MAX_SHOWN_MESSAGES);
}
