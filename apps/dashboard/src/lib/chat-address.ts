import type { ChatRoomSummary } from "@shoal/contract";

/** The path segment that §2 defines for conversations with support. */
const SUPPORT_PATH = "singleConv";

/**
 * Returns the URL of a room in the dashboard.
 * @param message id of the message to which the URL leads.
 * @example chatUrlOf({ kind: "support", uuid }) // "/chat/singleConv/…"
 */
export function chatUrlOf({ kind, uuid }: Pick<ChatRoomSummary, "kind" | "uuid">, message?: string): string {
  const type = kind === "support" ? SUPPORT_PATH : kind;
  return `/chat/${type}/${uuid}${message === undefined ? "" : `?${new URLSearchParams({ message })}`}`;
}
