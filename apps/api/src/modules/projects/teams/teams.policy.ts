import { AppError, type FieldError } from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import type { Actor } from "../../accounts/auth/index.ts";

/** @throws AppError "forbidden" for a client without projects. */
export function assertProjectsOffered(actor: Actor): void {
  if (!actor.user.vireed) throw new AppError("forbidden", "Projects are not part of this client's plan");
}

/** Whether the actor is an administrator of the platform who views the client and acts for its users. */
export const isSupport = ({ clientUuid, ownClientUuid }: Pick<Actor, "clientUuid" | "ownClientUuid">) =>
  clientUuid !== ownClientUuid;

/**
 * Whether the actor may manage objects without an owner: managers of the client, support, and API keys, which managers create.
 * What a key creates has no owner, so the key can reach it again, but nothing that belongs to a person.
 */
export const isCaretaker = (actor: Pick<Actor, "clientUuid" | "ownClientUuid" | "roles" | "key">) =>
  isSupport(actor) || actor.key !== undefined || hasRole(actor.roles, "manager");

/** Returns the user of the client to whom an action is attributed; null for support and for API keys. */
export const personOf = (
  actor: Pick<Actor, "userUuid" | "clientUuid" | "ownClientUuid" | "key">,
): string | null => (isSupport(actor) || actor.key !== undefined ? null : actor.userUuid);

/** Whether the actor manages a team: as its manager, as support, or as a caretaker if its manager was deleted. */
export function isTeamManager(actor: Actor, team: { owner_uuid: string | null }): boolean {
  if (isSupport(actor)) return true;
  return team.owner_uuid === null ? isCaretaker(actor) : team.owner_uuid === actor.userUuid;
}

/** Returns the message that SPEC.md quotes (§5). */
export const userNotFound = (username: string) =>
  new AppError("user_not_found", `User ${username} not found`);

/** Returns the error for a field that contains an unknown username. */
export const unknownUser = (path: string, username: string): FieldError => ({
  path,
  reason: `User ${username} not found`,
});

export const teamNotFound = () => new AppError("team_not_found", "No such team");
