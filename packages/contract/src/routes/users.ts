import { z } from "zod";
import {
  COLLABORATOR_ROLES,
  Email,
  Password,
  Revision,
  ROLES,
  SavedLanguage,
  Username,
  UserView,
} from "../accounts/account.ts";
import { createPageSchema, PageQuery, sortBy } from "../list.ts";
import { VideoView } from "../media/video.ts";
import { defineRoute } from "../route.ts";
import { Text, Uuid } from "../text.ts";
import { VideoListQuery } from "./videos.ts";

const UserId = z.object({ id: Uuid });
const RoleFields = {
  /** The account roles. They take precedence over `role` if both are given. */
  roles: z.array(z.enum(ROLES)).min(1).max(ROLES.length).optional(),
  /** The collaborator's role on screens (§6), which stands for one account role. */
  role: z.enum(COLLABORATOR_ROLES).nullable().optional(),
};

export const USER_SORT_FIELDS = ["username", "name", "email", "createdAt", "lastLoginAt"] as const;
export const UserListQuery = PageQuery.extend({
  search: Text.trim().max(200).optional(),
  sort: sortBy(USER_SORT_FIELDS).optional(),
});
export type UserListQuery = z.infer<typeof UserListQuery>;

const CreateUser = z
  .strictObject({
    username: Username,
    name: Text.trim().max(200).optional(),
    email: Email.optional(),
    ...RoleFields,
    language: SavedLanguage.default("EN"),
    /** The client that the user belongs to, for administrators only; the viewed client by default. */
    client: Uuid.optional(),
  })
  .refine(({ roles, role }) => roles || role, {
    path: ["roles"],
    error: "is missing",
    // The check also runs if other fields are invalid, so that all errors are reported together.
    when: ({ value }) => typeof value === "object" && value !== null,
  });
const Invitation = z.object({
  user: UserView,
  /** The activation link to hand over when no email address was given; it works once. */
  activationLink: z.string(),
  expiresAt: z.string(),
  isMailed: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

const UpdateUser = z.strictObject({
  revision: Revision.optional(),
  name: Text.trim().max(200).optional(),
  email: Email.nullable().optional(),
  ...RoleFields,
  language: SavedLanguage.optional(),
});

const RoleGrant = z.object({ id: z.enum(ROLES), granted: z.boolean() });
const VideoPage = createPageSchema(VideoView);

const userAccountRoutes = {
  createUser: defineRoute({
    method: "POST",
    path: "/api/users",
    isOldCall: true,
    guard: "manager",
    scope: "noKey",
    summary: "Invite a collaborator; if the username is taken, the response suggests another",
    body: CreateUser,
    response: Invitation,
    status: 201,
  }),
  listUsers: defineRoute({
    method: "GET",
    path: "/api/users",
    isOldCall: true,
    guard: "manager",
    scope: "noKey",
    summary: "List the users of the client; the search matches username, name and email",
    query: UserListQuery,
    response: createPageSchema(UserView),
  }),
  listAllUsers: defineRoute({
    method: "GET",
    path: "/api/usersadmin",
    isOldCall: true,
    guard: "admin",
    scope: "noKey",
    summary: "List the users of all clients; the search also matches the client name",
    query: UserListQuery.extend({ client: Uuid.optional() }),
    response: createPageSchema(UserView),
  }),
  getUser: defineRoute({
    method: "GET",
    path: "/api/users/{id}",
    isOldCall: true,
    guard: "manager",
    scope: "noKey",
    summary: "Get a user of the client",
    params: UserId,
    response: UserView,
  }),
  updateUser: defineRoute({
    method: "PUT",
    path: "/api/users/{id}",
    isOldCall: true,
    guard: "manager",
    scope: "noKey",
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
    scope: "noKey",
    summary: "Change a user of any client, including their username and client",
    params: UserId,
    body: UpdateUser.extend({ username: Username.optional(), client: Uuid.optional() }),
    response: UserView,
  }),
  deleteUser: defineRoute({
    method: "DELETE",
    path: "/api/users/{id}",
    isOldCall: true,
    guard: "manager",
    scope: "noKey",
    summary: "Delete a user of the client; their videos are kept. The last manager cannot be deleted",
    params: UserId,
  }),
  renewActivation: defineRoute({
    method: "POST",
    path: "/api/users/{id}/activation",
    guard: "manager",
    scope: "noKey",
    summary: "Create a new activation link; the previous one stops working",
    params: UserId,
    response: Invitation,
  }),
  sendPasswordLink: defineRoute({
    method: "POST",
    path: "/api/users/{id}/passwordLink",
    guard: "manager",
    scope: "noKey",
    summary: "Email a password link to the verified address of a user who is locked out",
    params: UserId,
  }),
  clearTwoFactor: defineRoute({
    method: "DELETE",
    path: "/api/users/{id}/twofactor",
    guard: "manager",
    scope: "noKey",
    summary:
      "Turn two-factor authentication off for a locked-out user; the caller confirms with their own password",
    params: UserId,
    body: z.strictObject({ currentPassword: Password }),
  }),
};

const userVideoRoutes = {
  listMyVideos: defineRoute({
    method: "GET",
    path: "/api/users/my/videos",
    isOldCall: true,
    guard: "member",
    scope: "noKey",
    summary: "List the videos created by the caller or the viewed user",
    query: VideoListQuery,
    response: VideoPage,
  }),
  listUserVideos: defineRoute({
    method: "GET",
    path: "/api/users/{id}/videos",
    isOldCall: true,
    guard: "member",
    scope: "noKey",
    summary: "List the videos created by a user of the client",
    params: UserId,
    query: VideoListQuery,
    response: VideoPage,
  }),
  listPrivileges: defineRoute({
    method: "GET",
    path: "/api/users/{id}/privileges",
    isOldCall: true,
    guard: "manager",
    scope: "noKey",
    summary: "List all roles, and whether the user has each",
    params: UserId,
    response: z.array(RoleGrant),
  }),
  grantPrivilege: defineRoute({
    method: "PUT",
    path: "/api/users/{id}/privileges/{privId}",
    isOldCall: true,
    guard: "manager",
    scope: "noKey",
    summary: "Grant a role; only administrators can grant 'admin'",
    params: UserId.extend({ privId: z.enum(ROLES) }),
    response: z.array(RoleGrant),
  }),
  revokePrivilege: defineRoute({
    method: "DELETE",
    path: "/api/users/{id}/privileges/{privId}",
    isOldCall: true,
    guard: "manager",
    scope: "noKey",
    summary: "Revoke a role; the last manager keeps theirs",
    params: UserId.extend({ privId: z.enum(ROLES) }),
    response: z.array(RoleGrant),
  }),
};

export const userRoutes = { ...userAccountRoutes, ...userVideoRoutes } as const;
