import { AppError, type FieldError, type Role } from "@shoal/contract";
import { canChangeUser, canGiveRole } from "@shoal/domain";

type RoleHolder = { roles: readonly Role[] };

/** @throws AppError "forbidden" if the target is an administrator and the actor is not. */
export function assertCanChange(actor: RoleHolder, target: RoleHolder): void {
  if (!canChangeUser(actor.roles, target.roles))
    throw new AppError("forbidden", "Only administrators can change an administrator");
}

/** @throws AppError "forbidden" naming every role that the actor may not grant. */
export function assertCanGrant(actor: RoleHolder, roles: readonly Role[]): void {
  const fields = roles.flatMap((role): FieldError[] =>
    canGiveRole(actor.roles, role) ? [] : [{ path: "roles", reason: `${role} is a role you cannot grant` }],
  );
  if (fields.length > 0)
    throw new AppError("forbidden", "Your role does not allow you to grant this role", fields);
}

export const userNotFound = () => new AppError("user_not_found", "No such user");
