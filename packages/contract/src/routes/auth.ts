import { z } from "zod";
import { Email, LANGUAGES, Password, SavedLanguage, UserView } from "../account.ts";
import { defineRoute } from "../route.ts";
import { Text } from "../text.ts";

/** A session that was opened: the credential goes into the authorization header of every other call. */
const OpenedSession = z.object({
  credential: z.string(),
  expiresAt: z.string(),
  user: UserView,
  /** For `knownBrowsers` of the next sign-in. It opens nothing. */
  knownBrowser: z.string(),
});
export type OpenedSession = z.infer<typeof OpenedSession>;

/** Several people may use one browser. */
export const KNOWN_BROWSERS_MAX_COUNT = 5;
const KNOWN_BROWSER_MAX_LENGTH = 300;

/** Six digits of the authenticator app, or a recovery code. */
const TwoFactorCode = Text.trim().min(6).max(40);
/** What the code-hosting provider handed to the page, and the state that the page kept. */
const ProviderAnswer = z.strictObject({
  code: Text.min(1).max(500),
  state: Text.min(20).max(200),
  twoFactorCode: TwoFactorCode.optional(),
});
const LinkKey = z.object({ id: Text.min(20).max(200) });
/** A username or an e-mail, or the key of a mailed link. */
const Login = z.object({ id: Text.trim().min(1).max(320) });
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

const signIn = {
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
      /** What earlier sign-ins left with this browser: failures of others do not keep its user out. */
      knownBrowsers: z.array(Text.max(KNOWN_BROWSER_MAX_LENGTH)).max(KNOWN_BROWSERS_MAX_COUNT).optional(),
    }),
    response: OpenedSession,
  }),
  logout: defineRoute({ method: "POST", path: "/api/logout", guard: "session", summary: "End this session" }),
  startGithub: defineRoute({
    method: "POST",
    path: "/api/login/github/start",
    guard: "public",
    summary: "Where to send the browser to sign in at the code-hosting provider; the page keeps the state",
    response: z.object({ url: z.string(), state: z.string() }),
  }),
  loginGithub: defineRoute({
    method: "POST",
    path: "/api/login/github",
    isOldCall: true,
    guard: "public",
    summary: "Sign in with the provider's answer",
    body: ProviderAnswer,
    response: OpenedSession,
  }),
  getSettings: defineRoute({
    method: "GET",
    path: "/api/settings",
    guard: "public",
    summary: "What a page needs to know before anybody signed in",
    response: z.object({
      supportEmail: z.string(),
      github: z.boolean(),
      version: z.string(),
      /** Where players and the plugin come from: an origin. */
      edgeUrl: z.string(),
    }),
  }),
  getStatus: defineRoute({
    method: "GET",
    path: "/api/status",
    guard: "public",
    summary: "Whether the server can serve now, and whether encodings wait until its storage has room again",
    response: z.object({ isReady: z.boolean(), encodingsWait: z.boolean() }),
  }),
};

const links = {
  getSignup: defineRoute({
    method: "GET",
    path: "/api/signup/user/{id}",
    isOldCall: true,
    guard: "public",
    summary: "Whose activation link this is",
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
    summary: "Activate with a password, and sign in",
    params: LinkKey,
    body: NewPassword,
    response: OpenedSession,
  }),
  signupGithub: defineRoute({
    method: "POST",
    path: "/api/signup/github/{id}",
    isOldCall: true,
    guard: "public",
    summary: "Activate with an account at the provider, and sign in",
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
      "Mail a link for a new password to this username or e-mail; the answer is the same when there is none. With a password: set it by the key of such a link",
    params: Login,
    body: NewPassword.partial(),
  }),
  getForgot: defineRoute({
    method: "GET",
    path: "/api/users/{id}/forgot",
    isOldCall: true,
    guard: "public",
    summary:
      "Whose link for a new password this is; of a username or an e-mail, mail one, which answers nothing",
    params: Login,
    response: z.object({ username: z.string(), expiresAt: z.string() }).optional(),
  }),
  resetPassword: defineRoute({
    method: "PUT",
    path: "/api/users/{id}/forgot",
    guard: "public",
    summary: "Set a new password by the link; every session of the user ends",
    params: LinkKey,
    body: NewPassword,
  }),
  verifyMail: defineRoute({
    method: "POST",
    path: "/api/verifyMail",
    isOldCall: true,
    guard: "session",
    summary: "Confirm an e-mail address with the key that was mailed to it",
    body: z.strictObject({ mail: Email, key: Text.min(20).max(200) }),
    response: UserView,
  }),
  sendVerification: defineRoute({
    method: "POST",
    path: "/api/users/my/verification",
    guard: "session",
    summary: "Mail the verification of the caller's unverified address again",
  }),
};

const me = {
  getMe: defineRoute({
    method: "GET",
    path: "/api/users/my",
    isOldCall: true,
    guard: "session",
    summary: "The signed-in user; `client_infos` is that of the viewed client",
    response: UserView,
  }),
  updateMe: defineRoute({
    method: "PUT",
    path: "/api/users/my",
    isOldCall: true,
    guard: "session",
    summary:
      "Change name and language, or, with the current password, the password or the e-mail (in force once verified; the first one at once). A new password ends the other sessions, gives this one another credential, and forgets the account at the provider",
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
    summary: "Delete the caller's own user; the last manager of a client cannot",
    body: z.strictObject({ currentPassword: Password }),
  }),
  listSessions: defineRoute({
    method: "GET",
    path: "/api/sessions",
    guard: "session",
    summary: "Where the caller is signed in, the latest first",
    response: z.array(SessionView),
  }),
  deleteSession: defineRoute({
    method: "DELETE",
    path: "/api/sessions/{id}",
    guard: "session",
    summary: "End one of the caller's sessions",
    params: z.object({ id: z.uuid() }),
  }),
  deleteOtherSessions: defineRoute({
    method: "DELETE",
    path: "/api/sessions",
    guard: "session",
    summary: "End all sessions of the caller but this one",
  }),
  startGithubLink: defineRoute({
    method: "POST",
    path: "/api/users/my/github/start",
    guard: "user",
    summary:
      "Where to send the browser so that an account at the provider is linked; the page keeps the state",
    body: z.strictObject({ currentPassword: Password }),
    response: z.object({ url: z.string(), state: z.string() }),
  }),
  linkGithub: defineRoute({
    method: "POST",
    path: "/api/users/my/github",
    guard: "user",
    summary: "Let an account at the provider sign in as the caller, who began this with his password",
    body: ProviderAnswer.omit({ twoFactorCode: true }),
    response: UserView,
  }),
  unlinkGithub: defineRoute({
    method: "DELETE",
    path: "/api/users/my/github",
    guard: "user",
    summary: "Forget the account at the provider; refused while the user has no password",
    response: UserView,
  }),
  startTwoFactor: defineRoute({
    method: "POST",
    path: "/api/users/my/twofactor",
    guard: "user",
    summary: "A new secret for an authenticator app; not in force before a code confirmed it",
    body: z.strictObject({ currentPassword: Password }),
    response: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  }),
  confirmTwoFactor: defineRoute({
    method: "PUT",
    path: "/api/users/my/twofactor",
    guard: "user",
    summary: "Switch two-factor on; the recovery codes are shown this once",
    body: z.strictObject({ code: TwoFactorCode }),
    response: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  stopTwoFactor: defineRoute({
    method: "DELETE",
    path: "/api/users/my/twofactor",
    guard: "user",
    summary: "Switch two-factor off",
    body: z.strictObject({ currentPassword: Password, code: TwoFactorCode }),
  }),
};

export const authRoutes = { ...signIn, ...links, ...me } as const;
