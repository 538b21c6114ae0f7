export { type AccountLinks, createAccountLinks, type NewInvitation } from "./account-links.service.ts";
export { actorOf, createGuards } from "./auth.guard.ts";
export { createAuthRepository } from "./auth.repository.ts";
export { registerAuthRoutes } from "./auth.routes.ts";
export { type Actor, type AuthService, type Claim, createAuthService } from "./auth.service.ts";
export { hashPassword } from "./passwords.ts";
