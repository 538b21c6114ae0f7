import type { Config } from "../../../config.ts";
import { CLEANING_PAUSE_MS, carriesOut, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { limitAnswerMemory } from "../../../platform/http/answer-memory.ts";
import { limitBodyMemory } from "../../../platform/http/buffered-bodies.ts";
import {
  CONFIG,
  DB,
  DISK_GUARD,
  FIND_VIEWER,
  GUARD_FOR,
  IS_READY,
  JOB_QUEUE,
  LIMIT_STORE,
  REALTIME,
} from "../../../platform/needs.ts";
import { VERSION } from "../../../platform/version.ts";
import { MAILS_SERVICE } from "../mails/index.ts";
import { createGuards, KEY_HOLDERS, senderOf, UPLOAD_TOKENS } from "./auth.guard.ts";
import { registerAuthRoutes } from "./auth.routes.ts";
import { type AuthService, type AuthSettings, createAuthService } from "./auth.service.ts";
import { FORGOTTEN_PASSWORD } from "./forgotten-password.service.ts";
import { GUEST_LOOKUP } from "./guest.ts";

import { AUTH_MAILS } from "./mails/index.ts";

export { type AccountLinks, createAccountLinks, type NewInvitation } from "./account-links.service.ts";
export type { AccountRecovery } from "./account-recovery.service.ts";
export { type Actor, type KeyHolder, makerOf, type UploadTokenHolder } from "./actor.ts";
export { findActorOfUser } from "./actor-of-user.ts";
export { createAdministration } from "./administrator.ts";
export {
  actorOf,
  findActorOf,
  findKeyHolderOf,
  KEY_HOLDERS,
  type KeyHolders,
  senderOf,
  UPLOAD_TOKENS,
  type UploadTokens,
} from "./auth.guard.ts";
export { presentClientInfo, presentUser } from "./auth.present.ts";
export { CLIENT_COLUMNS, createAuthRepository, selectUsers, type UserRow } from "./auth.repository.ts";
export type { AuthService } from "./auth.service.ts";
export { bindRoutes } from "./bind-routes.ts";
export { FORGOTTEN_PASSWORD } from "./forgotten-password.service.ts";
export { findGuestOf, GUEST_LOOKUP, type Guest, type GuestLookup, guestSessionEnded } from "./guest.ts";
export type { OwnPassword } from "./own-password.ts";
export { hashPassword, isPassword } from "./passwords.ts";

export const AUTH_SERVICE = need<AuthService>("auth");

export const authModule = defineModule({
  name: "auth",
  mails: AUTH_MAILS,
  services: [
    provide(
      AUTH_SERVICE,
      {
        config: CONFIG,
        db: DB,
        limitStore: LIMIT_STORE,
        queue: JOB_QUEUE,
        mails: MAILS_SERVICE,
        listeners: REALTIME,
      },
      ({ config, ...deps }) => createAuthService({ ...deps, settings: authSettingsOf(config) }),
    ),
    provide(
      GUARD_FOR,
      { auth: AUTH_SERVICE, keys: KEY_HOLDERS, guests: GUEST_LOOKUP, tokens: UPLOAD_TOKENS },
      ({ auth, keys, guests, tokens }) => createGuards(auth, keys, guests, tokens),
    ),
    provide(FIND_VIEWER, { auth: AUTH_SERVICE }, ({ auth }) => auth.findActor),
  ],
  hooks: using({ config: CONFIG }, ({ config }, app) => {
    limitBodyMemory(app, { limitBytes: config.BODY_MEMORY_BYTES, senderOf });
    limitAnswerMemory(app, { limitBytes: config.ANSWER_MEMORY_BYTES, senderOf });
  }),
  routes: using(
    { config: CONFIG, auth: AUTH_SERVICE, disk: DISK_GUARD, isReady: IS_READY },
    ({ config, auth, disk, isReady }, app, guardFor) =>
      registerAuthRoutes(app, guardFor, auth, {
        supportEmail: config.SUPPORT_EMAIL,
        publicUrl: config.API_PUBLIC_URL,
        edgeUrl: config.EDGE_PUBLIC_URL,
        version: VERSION,
        isReady,
        encodingsWait: () => disk.isTooFullToEncode(),
      }),
  ),
  tasks: [
    carriesOut(
      FORGOTTEN_PASSWORD,
      using({ auth: AUTH_SERVICE }, ({ auth }) => auth.forgotten.answer),
    ),
  ],
  schedules: using({ auth: AUTH_SERVICE }, ({ auth }) => [
    { run: auth.deleteExpired, pauseMs: CLEANING_PAUSE_MS },
  ]),
});

/** Picks the settings of the process that concern sign-in. */
function authSettingsOf(config: Config): AuthSettings {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = config;
  return {
    sessionHours: config.SESSION_HOURS,
    publicUrl: config.API_PUBLIC_URL,
    installationSecret: config.INTERNAL_SECRET,
    limits: {
      signInPerPair: config.LIMIT_SIGN_IN_PER_PAIR,
      signInPerAccount: config.LIMIT_SIGN_IN_PER_ACCOUNT,
      signInPerAddress: config.LIMIT_SIGN_IN_PER_ADDRESS,
      codesPerAccount: config.LIMIT_CODES_PER_ACCOUNT,
      mailsPerAccount: config.LIMIT_MAILS_PER_ACCOUNT,
      mailsPerAddress: config.LIMIT_MAILS_PER_ADDRESS,
      invitationsPerClient: config.LIMIT_INVITATIONS_PER_CLIENT,
      linksPerAddress: config.LIMIT_LINKS_PER_ADDRESS,
    },
    github:
      clientId && clientSecret
        ? { clientId, clientSecret, url: config.GITHUB_URL, apiUrl: config.GITHUB_API_URL }
        : undefined,
  };
}
