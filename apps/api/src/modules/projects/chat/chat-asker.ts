import type { ChatStanding, Role } from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import type { Actor } from "../../accounts/auth/index.ts";

/** On whose behalf chat is asked: of a call or of a socket. */
export type ChatAsker = Pick<
  Actor,
  "userUuid" | "username" | "clientUuid" | "ownClientUuid" | "roles" | "key"
>;

/** An administrator of the installation, who answers for support. */
export const isAgent = ({ roles }: { roles: readonly Role[] }) => hasRole(roles, "admin");

/** Administrators look after the conversations of all clients where they look at none in particular. */
export const seesAllSupport = (asker: ChatAsker) =>
  isAgent(asker) && asker.clientUuid === asker.ownClientUuid;

export function standingOf(
  asker: { roles: readonly Role[] },
  { kind, is_owner }: { kind: string; is_owner: boolean },
): ChatStanding {
  if (kind === "support") return isAgent(asker) ? "agent" : "member";
  return is_owner ? "owner" : "member";
}
