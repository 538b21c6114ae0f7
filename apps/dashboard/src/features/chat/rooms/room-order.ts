import type { ChatRoomKind, ChatRoomSummary } from "@shoal/contract";
import type { RoomList } from "../store/chat-store.ts";

/** Which rooms are shown (§2): all, those of teams and projects and those that someone made, or those of two. */
export type Filter = "all" | "team" | "private";

/** Lists of the server that a filter shows together. */
const KINDS: Record<Filter, readonly (ChatRoomKind | "all")[]> = {
  all: ["all"],
  team: ["team", "custom"],
  private: ["private"],
};
const SHOWN: Record<Filter, (kind: ChatRoomKind) => boolean> = {
  all: () => true,
  team: (kind) => kind === "team" || kind === "project" || kind === "custom",
  private: (kind) => kind === "private",
};

export const kindsOf = (filter: Filter) => KINDS[filter];

interface Shown {
  filter: Filter;
  isArchived: boolean;
  search: string;
  /** As the server listed them. */
  lists: readonly (RoomList | undefined)[];
}

/**
 * The rooms that a list shows, in the server's order: starred ones first, then those of the latest message. Without a search they are all
 * that the page knows, so that one that has just come is there; what a search finds, the server says.
 */
export function listedRooms(
  rooms: ReadonlyMap<string, ChatRoomSummary>,
  { filter, isArchived, search, lists }: Shown,
): ChatRoomSummary[] {
  const isListed = (uuid: string) => lists.some((list) => list?.uuids.has(uuid));
  return [...rooms.values()]
    .filter(
      (room) =>
        SHOWN[filter](room.kind) && room.isArchived === isArchived && (!search || isListed(room.uuid)),
    )
    .sort(
      (one, other) =>
        Number(other.isStarred) - Number(one.isStarred) ||
        Date.parse(other.lastUpdated) - Date.parse(one.lastUpdated) ||
        one.uuid.localeCompare(other.uuid),
    );
}
