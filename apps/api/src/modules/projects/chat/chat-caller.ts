import type { ChatRoomKind, ChatStanding, Role } from "@shoal/contract";
import { type ChatRoomState, hasRole } from "@shoal/domain";
import type { Actor } from "../../accounts/auth/index.ts";

/** The caller of a chat function: the user of a call or of a socket. */
export type ChatCaller = Pick<
  Actor,
  "userUuid" | "username" | "clientUuid" | "ownClientUuid" | "roles" | "key"
>;

/** Whether a user is an administrator of the installation, who answers support requests. */
export const isAgent = ({ roles }: { roles: readonly Role[] }) => hasRole(roles, "admin");

/** Whether the caller sees the support rooms of all clients: an administrator who views no client in particular. */
export const seesAllSupport = (caller: ChatCaller) =>
  isAgent(caller) && caller.clientUuid === caller.ownClientUuid;

/** Returns the state of a room on which a caller's rights depend. */
export const roomStateOf = ({
  kind,
  is_read_only,
}: {
  kind: ChatRoomKind;
  is_read_only: boolean;
}): ChatRoomState => ({
  kind,
  isReadOnly: is_read_only,
});

export function standingOf(
  caller: { roles: readonly Role[] },
  { kind, is_owner }: { kind: string; is_owner: boolean },
): ChatStanding {
  if (kind === "support") return isAgent(caller) ? "agent" : "member";
  return is_owner ? "owner" : "member";
}
