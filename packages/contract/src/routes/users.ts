import { z } from "zod";
import { Email, Password, Revision, ROLES, SavedLanguage, Username, UserView } from "../account.ts";
import { PageQuery, pageOf, sortBy } from "../list.ts";
import { defineRoute } from "../route.ts";
import { Text } from "../text.ts";
import { VideoView } from "../video.ts";
import { VideoListQuery } from "./videos.ts";

const UserId = z.object({ id: z.uuid() });
const Roles = z.array(z.enum(ROLES)).min(1).max(ROLES.length);

export const USER_SORT_FIELDS = ["username", "name", "email", "createdAt", "lastLoginAt"] as const;
export const UserListQuery = PageQuery.extend({
  search: Text.trim().max(200).optional(),
  sort: sortBy(USER_SORT_FIELDS).optional(),
});
export type UserListQuery = z.infer<typeof UserListQuery>;

const CreateUser = z.strictObject({
  username: Username,
  name: Text.trim().max(200).optional(),
  email: Email.optional(),
  roles: Roles,
  language: SavedLanguage.default("EN"),
  /** Of an administrator alone: the client that the user belongs to; the viewed one by default. */
  client: z.uuid().optional(),
});
const Invitation = z.object({
  user: UserView,
  /** To hand over when no e-mail was given; works once. */
  activationLink: z.string(),
  expiresAt: z.string(),
  isMailed: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

const UpdateUser = z.strictObject({
  revision: Revision.optional(),
  name: Text.trim().max(200).optional(),
  email: Email.nullable().optional(),
  roles: Roles.optional(),
  language: SavedLanguage.optional(),
});

const Privilege = z.object({ id: z.enum(ROLES), granted: z.boolean() });
const VideoPage = pageOf(VideoView);

const account = {
  createUser: defineRoute({
    method: "POST",
    path: "/api/users",
    isOldCall: true,
    guard: "manager",
    summary: "Invite a collaborator; a taken username is answered with a free one",
    body: CreateUser,
    response: Invitation,
    status: 201,
  }),
  listUsers: defineRoute({
    method: "GET",
    path: "/api/users",
    isOldCall: true,
    guard: "manager",
    summary: "The users of the client; the search looks at username, name and e-mail",
    query: UserListQuery,
    response: pageOf(UserView),
  }),
  listAllUsers: defineRoute({
    method: "GET",
    path: "/api/usersadmin",
    isOldCall: true,
    guard: "admin",
    summary: "The users of every client; the search looks at the client's name too",
    query: UserListQuery.extend({ client: z.uuid().optional() }),
    response: pageOf(UserView),
  }),
  getUser: defineRoute({
    method: "GET",
    path: "/api/users/{id}",
    isOldCall: true,
    guard: "manager",
    summary: "One user of the client",
    params: UserId,
    response: UserView,
  }),
  updateUser: defineRoute({
    method: "PUT",
    path: "/api/users/{id}",
    isOldCall: true,
    guard: "manager",
    summary: "Change a user of the client",
    params: UserId,
    body: UpdateUser,
    response: UserView,
  }),
  updateUserAsAdmin: defineRoute({
    method: "PUT",
    path: "/api/usersadmin/{id}",
    isOldCall: true,
    guard: "admin",
    summary: "Change a user of any client, his username and his client too",
    params: UserId,
    body: UpdateUser.extend({ username: Username.optional(), client: z.uuid().optional() }),
    response: UserView,
  }),
  deleteUser: defineRoute({
    method: "DELETE",
    path: "/api/users/{id}",
    isOldCall: true,
    guard: "manager",
    summary: "Delete a user of the client; his videos stay. The last manager stays too",
    params: UserId,
  }),
  renewActivation: defineRoute({
    method: "POST",
    path: "/api/users/{id}/activation",
    guard: "manager",
    summary: "A new activation link; the former one ends",
    params: UserId,
    response: Invitation,
  }),
  sendPasswordLink: defineRoute({
    method: "POST",
    path: "/api/users/{id}/passwordLink",
    guard: "manager",
    summary: "Mail a link to a new password to the verified address of somebody who is locked out",
    params: UserId,
  }),
  clearTwoFactor: defineRoute({
    method: "DELETE",
    path: "/api/users/{id}/twofactor",
    guard: "manager",
    summary: "Switch two-factor off for somebody who lost it; the caller gives his own password",
    params: UserId,
    body: z.strictObject({ currentPassword: Password }),
  }),
};

const belongings = {
  listMyVideos: defineRoute({
    method: "GET",
    path: "/api/users/my/videos",
    isOldCall: true,
    guard: "member",
    summary: "The videos that the caller, or the viewed user, made",
    query: VideoListQuery,
    response: VideoPage,
  }),
  listUserVideos: defineRoute({
    method: "GET",
    path: "/api/users/{id}/videos",
    isOldCall: true,
    guard: "member",
    summary: "The videos that a user of the client made",
    params: UserId,
    query: VideoListQuery,
    response: VideoPage,
  }),
  listPrivileges: defineRoute({
    method: "GET",
    path: "/api/users/{id}/privileges",
    isOldCall: true,
    guard: "manager",
    summary: "Every role, and whether the user has it",
    params: UserId,
    response: z.array(Privilege),
  }),
  grantPrivilege: defineRoute({
    method: "PUT",
    path: "/api/users/{id}/privileges/{privId}",
    isOldCall: true,
    guard: "manager",
    summary: "Give a role; only an administrator gives 'admin'",
    params: UserId.extend({ privId: z.enum(ROLES) }),
    response: z.array(Privilege),
  }),
  revokePrivilege: defineRoute({
    method: "DELETE",
    path: "/api/users/{id}/privileges/{privId}",
    isOldCall: true,
    guard: "manager",
    summary: "Take a role; the last manager keeps his",
    params: UserId.extend({ privId: z.enum(ROLES) }),
    response: z.array(Privilege),
  }),
};

export const userRoutes = { ...account, ...belongings } as const;
