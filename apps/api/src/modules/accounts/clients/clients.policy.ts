import { AppError } from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import type { Actor } from "../auth/index.ts";

/**
 * Asserts that a call is about the caller's own client, or one that they view as an administrator.
 * @throws AppError "client_not_found": other clients do not exist for the caller.
 */
export function assertOwnClient(actor: Actor, clientUuid: string): void {
  if (clientUuid !== actor.clientUuid) throw clientNotFound();
}

/** Asserts that the caller may read a client: administrators any, others their own. @throws AppError "client_not_found". */
export function assertCanRead(actor: Actor, clientUuid: string): void {
  if (!hasRole(actor.roles, "admin")) assertOwnClient(actor, clientUuid);
}

export const clientNotFound = () => new AppError("client_not_found", "No such client");
