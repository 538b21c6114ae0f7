import type { ChatRoomSummary } from "@shoal/contract";

/** How §2 calls what leads to a conversation with support. */
const SINGLE = "singleConv";

/**
 * The URL of a room in the dashboard.
 * @param message that the URL leads to.
 * @example addressOf({ kind: "support", uuid }) // "/chat/singleConv/…"
 */
export function addressOf({ kind, uuid }: Pick<ChatRoomSummary, "kind" | "uuid">, message?: string): string {
  const type = kind === "support" ? SINGLE : kind;
  return `/chat/${type}/${uuid}${message === undefined ? "" : `?${new URLSearchParams({ message })}`}`;
}
