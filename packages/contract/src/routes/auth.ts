import { z } from "zod";
import { Email, LANGUAGES, Password, SavedLanguage, UserView } from "../accounts/account.ts";
import { defineRoute } from "../route.ts";
import { Text, Uuid } from "../text.ts";

/** An opened session: all other calls send the credential in the authorization header. */
const OpenedSession = z.object({
  credential: z.string(),
  expiresAt: z.string(),
  user: UserView,
  /** A value for `knownBrowsers` of the next sign-in. It alone grants no access. */
  knownBrowser: z.string(),
});
export type OpenedSession = z.infer<typeof OpenedSession>;

/** The maximum number of cookies of known browsers, since several people may use one browser. */
export const MAX_KNOWN_BROWSERS = 5;
const MAX_KNOWN_BROWSER_LENGTH = 300;

/** A code of six digits from the authenticator app, or a recovery code. */
const TwoFactorCode = Text.trim().min(6).max(40);
/** The response of the code-hosting provider to the page, and the state kept by the page. */
const ProviderAnswer = z.strictObject({
  code: Text.min(1).max(500),
  state: Text.min(20).max(200),
  twoFactorCode: TwoFactorCode.optional(),
});
const LinkKey = z.object({ id: Text.min(20).max(200) });
/** Identifies a password link: by a username or an email address, or by the key of the mailed link. */
const LoginName = z.object({ id: Text.trim().min(1).max(320) });
const NewPassword = z.strictObject({ password: Password, confirmPassword: Password });

const SessionView = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  isCurrent: z.boolean(),
});
export type SessionView = z.infer<typeof SessionView>;

const signInRoutes = {
  login: defineRoute({
    method: "POST",
    path: "/api/login",
    isOldCall: true,
    guard: "public",
    summary: "Sign in; the credential goes into the authorization header of every other call",
    body: z.strictObject({
      username: Text.trim().min(1).max(320),
      password: Password,
      twoFactorCode: TwoFactorCode.optional(),
      /** The cookies of earlier sign-ins in this browser: failed sign-ins elsewhere do not lock the user of this browser out. */
      knownBrowsers: z.array(Text.max(MAX_KNOWN_BROWSER_LENGTH)).max(MAX_KNOWN_BROWSERS).optional(),
    }),
    response: OpenedSession,
  }),
  logout: defineRoute({
    method: "POST",
    path: "/api/logout",
    guard: "session",
    scope: "noKey",
    summary: "End this session",
  }),
  startGithub: defineRoute({
    method: "POST",
    path: "/api/login/github/start",
    guard: "public",
    summary: "Get the URL for signing in with the code-hosting provider; the page keeps the state",
    response: z.object({ url: z.string(), state: z.string() }),
  }),
  loginGithub: defineRoute({
    method: "POST",
    path: "/api/login/github",
    isOldCall: true,
    guard: "public",
    summary: "Sign in with the provider's response",
    body: ProviderAnswer,
    response: OpenedSession,
  }),
  getSettings: defineRoute({
    method: "GET",
    path: "/api/settings",
    guard: "public",
    summary: "Get the settings a page needs before sign-in",
    response: z.object({
      supportEmail: z.string(),
      github: z.boolean(),
      version: z.string(),
      /** The origin of players and the plugin. */
      edgeUrl: z.string(),
    }),
  }),
  getStatus: defineRoute({
    method: "GET",
    path: "/api/status",
    guard: "public",
    summary: "Check whether the server is ready, and if encoding waits for storage",
    response: z.object({ isReady: z.boolean(), encodingsWait: z.boolean() }),
  }),
};

const linkRoutes = {
  getSignup: defineRoute({
    method: "GET",
    path: "/api/signup/user/{id}",
    isOldCall: true,
    guard: "public",
    summary: "Get the user of an activation link",
    params: LinkKey,
    response: z.object({
      username: z.string(),
      clientname: z.string(),
      language: z.enum(LANGUAGES),
      expiresAt: z.string(),
    }),
  }),
  signup: defineRoute({
    method: "POST",
    path: "/api/signup/user/{id}",
    isOldCall: true,
    guard: "public",
    summary: "Activate an account with a password, and sign in",
    params: LinkKey,
    body: NewPassword,
    response: OpenedSession,
  }),
  signupGithub: defineRoute({
    method: "POST",
    path: "/api/signup/github/{id}",
    isOldCall: true,
    guard: "public",
    summary: "Activate an account with the code-hosting provider, and sign in",
    params: LinkKey,
    body: ProviderAnswer,
    response: OpenedSession,
  }),
  forgot: defineRoute({
    method: "POST",
    path: "/api/users/{id}/forgot",
    isOldCall: true,
    guard: "public",
    summary:
      "Email a password link; the response is the same if the username or email is unknown. With a password: set it with the key of a link",
    params: LoginName,
    body: NewPassword.partial(),
  }),
  getForgot: defineRoute({
    method: "GET",
    path: "/api/users/{id}/forgot",
    isOldCall: true,
    guard: "public",
    summary: "Get the user of a password link. For a username or email: send a link and return nothing",
    params: LoginName,
    response: z.object({ username: z.string(), expiresAt: z.string() }).optional(),
  }),
  resetPassword: defineRoute({
    method: "PUT",
    path: "/api/users/{id}/forgot",
    guard: "public",
    summary: "Set a new password with a link; all sessions of the user end",
    params: LinkKey,
    body: NewPassword,
  }),
  verifyMail: defineRoute({
    method: "POST",
    path: "/api/verifyMail",
    isOldCall: true,
    guard: "session",
    scope: "noKey",
    summary: "Confirm an email address with the key sent to it",
    body: z.strictObject({ mail: Email, key: Text.min(20).max(200) }),
    response: UserView,
  }),
  sendVerification: defineRoute({
    method: "POST",
    path: "/api/users/my/verification",
    guard: "session",
    scope: "noKey",
    summary: "Resend the verification email to the caller's unverified address",
  }),
};

const ownUserRoutes = {
  getMe: defineRoute({
    method: "GET",
    path: "/api/users/my",
    isOldCall: true,
    guard: "session",
    scope: "noKey",
    summary: "Get the signed-in user; `client_infos` describes the viewed client",
    response: UserView,
  }),
  updateMe: defineRoute({
    method: "PUT",
    path: "/api/users/my",
    isOldCall: true,
    guard: "session",
    scope: "noKey",
    summary:
      "Change name and language or, with the current password, the password or the email (effective once verified; a first email immediately). A new password ends the other sessions, renews this session's credential and unlinks the provider account",
    body: z.strictObject({
      currentPassword: Password.optional(),
      newPassword: Password.optional(),
      confirmPassword: Password.optional(),
      email: Email.optional(),
      name: Text.trim().max(200).optional(),
      language: SavedLanguage.optional(),
    }),
    response: UserView.extend({ credential: z.string().optional() }),
  }),
  deleteMe: defineRoute({
    method: "DELETE",
    path: "/api/users/my",
    isOldCall: true,
    guard: "user",
    scope: "noKey",
    summary: "Delete the caller's own user; the last manager of a client cannot",
    body: z.strictObject({ currentPassword: Password }),
  }),
  listSessions: defineRoute({
    method: "GET",
    path: "/api/sessions",
    guard: "session",
    scope: "noKey",
    summary: "List the caller's sessions, newest first",
    response: z.array(SessionView),
  }),
  deleteSession: defineRoute({
    method: "DELETE",
    path: "/api/sessions/{id}",
    guard: "session",
    scope: "noKey",
    summary: "End one of the caller's sessions",
    params: z.object({ id: Uuid }),
  }),
  deleteOtherSessions: defineRoute({
    method: "DELETE",
    path: "/api/sessions",
    guard: "session",
    scope: "noKey",
    summary: "End all other sessions of the caller",
  }),
  startGithubLink: defineRoute({
    method: "POST",
    path: "/api/users/my/github/start",
    guard: "user",
    scope: "noKey",
    summary: "Get the URL for linking a provider account; the page keeps the state",
    body: z.strictObject({ currentPassword: Password }),
    response: z.object({ url: z.string(), state: z.string() }),
  }),
  linkGithub: defineRoute({
    method: "POST",
    path: "/api/users/my/github",
    guard: "user",
    scope: "noKey",
    summary: "Finish linking a provider account to the caller",
    body: ProviderAnswer.omit({ twoFactorCode: true }),
    response: UserView,
  }),
  unlinkGithub: defineRoute({
    method: "DELETE",
    path: "/api/users/my/github",
    guard: "user",
    scope: "noKey",
    summary: "Unlink the provider account; rejected while the user has no password",
    response: UserView,
  }),
  startTwoFactor: defineRoute({
    method: "POST",
    path: "/api/users/my/twofactor",
    guard: "user",
    scope: "noKey",
    summary: "Create a secret for an authenticator app; effective once a code confirms it",
    body: z.strictObject({ currentPassword: Password }),
    response: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  }),
  confirmTwoFactor: defineRoute({
    method: "PUT",
    path: "/api/users/my/twofactor",
    guard: "user",
    scope: "noKey",
    summary: "Turn two-factor authentication on; the recovery codes are returned only once",
    body: z.strictObject({ code: TwoFactorCode }),
    response: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  stopTwoFactor: defineRoute({
    method: "DELETE",
    path: "/api/users/my/twofactor",
    guard: "user",
    scope: "noKey",
    summary: "Turn two-factor authentication off",
    body: z.strictObject({ currentPassword: Password, code: TwoFactorCode }),
  }),
};

export const authRoutes = { ...signInRoutes, ...linkRoutes, ...ownUserRoutes } as const;
