import type { ChatRoomKind, ChatRoomSummary } from "@shoal/contract";
import type { RoomList } from "../store/chat-store.ts";

/** The filters of rooms (§2): all, group rooms (of teams, projects and created ones), or private rooms. */
export type RoomFilter = "all" | "team" | "private";

/** The room lists of the server that each filter combines. */
const KINDS_OF_FILTERS: Record<RoomFilter, readonly (ChatRoomKind | "all")[]> = {
  all: ["all"],
  team: ["team", "custom"],
  private: ["private"],
};
const FILTER_PREDICATES: Record<RoomFilter, (kind: ChatRoomKind) => boolean> = {
  all: () => true,
  team: (kind) => kind === "team" || kind === "project" || kind === "custom",
  private: (kind) => kind === "private",
};

export const kindsOf = (filter: RoomFilter) => KINDS_OF_FILTERS[filter];

interface RoomListView {
  filter: RoomFilter;
  isArchived: boolean;
  search: string;
  /** The room lists that the filter combines, each in the server's order; undefined while a list is not loaded. */
  lists: readonly (RoomList | undefined)[];
}

/**
 * Returns the rooms of a list in the server's order: starred rooms first, then by latest message. Without a search, all known rooms are
 * listed, including new rooms. Search results come from the server.
 */
export function sortRooms(
  rooms: ReadonlyMap<string, ChatRoomSummary>,
  { filter, isArchived, search, lists }: RoomListView,
): ChatRoomSummary[] {
  const isListed = (uuid: string) => lists.some((list) => list?.uuids.has(uuid));
  return [...rooms.values()]
    .filter(
      (room) =>
        FILTER_PREDICATES[filter](room.kind) &&
        room.isArchived === isArchived &&
        (!search || isListed(room.uuid)),
    )
    .sort(
      (one, other) =>
        Number(other.isStarred) - Number(one.isStarred) ||
        Date.parse(other.lastUpdated) - Date.parse(one.lastUpdated) ||
        one.uuid.localeCompare(other.uuid),
    );
}
