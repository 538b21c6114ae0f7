import { z } from "zod";
import { PASSWORD_MAX_LENGTH } from "../constants.ts";
import { defineRoute } from "../route.ts";

export const ROLES = ["admin", "manager", "editor", "readAnalytics"] as const;
export type Role = (typeof ROLES)[number];
export const CLIENT_TYPES = ["platform", "plugin", "camera"] as const;

const ClientInfo = z.object({
  uuid: z.string(),
  clientname: z.string(),
  type: z.enum(CLIENT_TYPES),
  vireed: z.boolean(),
  export: z.boolean(),
  scenelist: z.boolean(),
  dataToDelete: z.boolean(),
  noKeepLive: z.boolean(),
  defaultAutoplay: z.boolean(),
  oldTable: z.boolean(),
  defaultNumberPerPage: z.number().nullable(),
});
export type ClientInfo = z.infer<typeof ClientInfo>;

export const UserView = z.object({
  uuid: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
  passwordModified: z.boolean(),
  client: z.string(),
  client_infos: z.array(ClientInfo),
});
export type UserView = z.infer<typeof UserView>;

const password = z.string().min(1).max(PASSWORD_MAX_LENGTH);

export const authRoutes = {
  login: defineRoute({
    method: "POST",
    path: "/api/login",
    guard: "public",
    summary: "Sign in; the credential goes into the authorization header of every other call",
    body: z.strictObject({ username: z.string().trim().min(1).max(200), password }),
    response: z.object({ credential: z.string(), expiresAt: z.string(), user: UserView }),
  }),
  logout: defineRoute({ method: "POST", path: "/api/logout", guard: "session", summary: "End this session" }),
  getMe: defineRoute({
    method: "GET",
    path: "/api/users/my",
    guard: "session",
    summary: "The signed-in user",
    response: UserView,
  }),
  updateMe: defineRoute({
    method: "PUT",
    path: "/api/users/my",
    guard: "session",
    summary: "Change the password (ends the other sessions) or the e-mail; needs the current password",
    body: z.strictObject({
      currentPassword: password,
      newPassword: password.optional(),
      confirmPassword: password.optional(),
      email: z.email().max(320).optional(),
    }),
    response: UserView,
  }),
} as const;
