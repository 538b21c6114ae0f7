export { type AccountLinks, createAccountLinks, type NewInvitation } from "./account-links.service.ts";
export type { Actor, Claim } from "./actor.ts";
export { createAdministration } from "./administrator.ts";
export {
  actorOf,
  createGuards,
  findActorOf,
  findKeyHolderOf,
  type KeyHolder,
  type KeyHolders,
  senderOf,
} from "./auth.guard.ts";
export { presentClientInfo, presentUser } from "./auth.present.ts";
export { createAuthRepository, selectUsers, type UserRow } from "./auth.repository.ts";
export { registerAuthRoutes } from "./auth.routes.ts";
export { type AuthService, createAuthService } from "./auth.service.ts";
export { authSettingsOf } from "./auth.settings.ts";
export type { OwnPassword } from "./own-password.ts";
export { hashPassword } from "./passwords.ts";
export type { RescueService } from "./rescue.service.ts";
