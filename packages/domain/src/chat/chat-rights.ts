import { CHAT_ACTIONS, type ChatAction, type ChatRoomKind, type ChatStanding } from "@shoal/contract";

const EVERYONE: readonly ChatStanding[] = ["owner", "agent", "member"];
const OWNERS: readonly ChatStanding[] = ["owner"];
const MODERATORS: readonly ChatStanding[] = ["owner", "agent"];
const AGENTS: readonly ChatStanding[] = ["agent"];
const NOBODY: readonly ChatStanding[] = [];

/** Permissions by kind of room. The members and names of team and project rooms come from their team or project. */
type StandingsByRoomKind = Readonly<Record<ChatRoomKind, readonly ChatStanding[]>>;
const standingsByRoomKind = (
  all: readonly ChatStanding[],
  others: Partial<StandingsByRoomKind> = {},
): StandingsByRoomKind => ({
  team: all,
  project: all,
  private: all,
  custom: all,
  support: all,
  ...others,
});

/** The permissions in chat rooms, for the api, the socket and buttons. */
const PERMISSIONS: Readonly<Record<ChatAction, StandingsByRoomKind>> = {
  write: standingsByRoomKind(EVERYONE),
  mentionRoom: standingsByRoomKind(EVERYONE, { private: NOBODY }),
  deleteAny: standingsByRoomKind(OWNERS, { private: NOBODY, support: AGENTS }),
  pin: standingsByRoomKind(EVERYONE, { support: MODERATORS }),
  rename: standingsByRoomKind(NOBODY, { custom: OWNERS }),
  addPeople: standingsByRoomKind(NOBODY, { custom: EVERYONE }),
  removePeople: standingsByRoomKind(NOBODY, { custom: OWNERS }),
  leave: standingsByRoomKind(NOBODY, { custom: EVERYONE }),
  handOver: standingsByRoomKind(NOBODY, { support: AGENTS }),
};

/** A room, with the properties that permissions depend on. */
export interface ChatRoomState {
  kind: ChatRoomKind;
  /** The room of an archived project: its members can only read, and delete their own messages. */
  isReadOnly: boolean;
}

/**
 * Whether a user can perform an action in a chat room. All members can read; members who can write can also react, and
 * edit and delete their own messages.
 * @param standing undefined for non-members.
 * @example canInChat("member", "rename", { kind: "custom", isReadOnly: false }) // false
 */
export function canInChat(
  standing: ChatStanding | undefined,
  action: ChatAction,
  { kind, isReadOnly }: ChatRoomState,
): boolean {
  return !isReadOnly && standing !== undefined && PERMISSIONS[action][kind].includes(standing);
}

/**
 * Lists all actions that a user can perform in a chat room.
 * @example listChatRights("member", { kind: "private", isReadOnly: false }) // ["write", "pin"]
 */
export const listChatRights = (standing: ChatStanding, room: ChatRoomState): ChatAction[] =>
  CHAT_ACTIONS.filter((action) => canInChat(standing, action, room));
