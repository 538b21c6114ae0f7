import { z } from "zod";
import { createPageSchema, jsonParameter, PageQuery, sortBy } from "../list.ts";
import {
  CollaboratorName,
  CreateProject,
  CreateVersion,
  MAX_PROJECT_VERSIONS,
  PROJECT_ROLES,
  PROJECT_STATUSES,
  ProjectPerson,
  ProjectSummary,
  ProjectView,
  UpdateProject,
  UpdateVersion,
  VersionView,
} from "../projects/project.ts";
import { defineRoute } from "../route.ts";
import { integerText, Text, Uuid } from "../text.ts";

const ProjectId = z.object({ id: Uuid });
const CollaboratorParams = ProjectId.extend({ user: CollaboratorName });
const ProjectTeamParams = ProjectId.extend({ teamId: Uuid });
const VersionParams = ProjectId.extend({
  n: integerText(z.number().int().min(1).max(MAX_PROJECT_VERSIONS)),
});
const ProjectRoleName = z.enum(PROJECT_ROLES);

export const PROJECT_SORT_FIELDS = [
  "name",
  "owner",
  "status",
  "versionCount",
  "createdAt",
  "lastActivityAt",
] as const;
/** Which of the caller's projects to list: their own projects, projects shared with them, or their teams' projects. */
export const PROJECT_SCOPES = ["own", "shared", "team"] as const;
export type ProjectScope = (typeof PROJECT_SCOPES)[number];

export const ProjectListQuery = PageQuery.extend({
  /** Searches names, descriptions and names of owners. */
  search: Text.trim().max(200).optional(),
  sort: sortBy(PROJECT_SORT_FIELDS).optional(),
  filter: jsonParameter(
    z.strictObject({
      scope: z.enum(PROJECT_SCOPES).optional(),
      /** The status of the projects to list; all except archived ones by default. */
      status: z.enum(PROJECT_STATUSES).optional(),
    }),
  ).optional(),
});
export type ProjectListQuery = z.infer<typeof ProjectListQuery>;

const ProjectPage = createPageSchema(ProjectSummary);

/**
 * Every call fails with `forbidden` unless projects are enabled for the client, and with `project_not_found` for a project that
 * the caller is not in.
 */
const projectListRoutes = {
  listProjects: defineRoute({
    method: "GET",
    path: "/api/projects",
    isOldCall: true,
    guard: "member",
    scope: "projects:read",
    summary: "List the caller's projects, latest activity first",
    query: ProjectListQuery,
    response: ProjectPage,
  }),
  listSharedProjects: defineRoute({
    method: "GET",
    path: "/api/projects/shared",
    isOldCall: true,
    guard: "member",
    scope: "noKey",
    summary: "List the projects that were shared with the caller",
    query: ProjectListQuery,
    response: ProjectPage,
  }),
  listTeamProjects: defineRoute({
    method: "GET",
    path: "/api/projects/team/{teamId}",
    isOldCall: true,
    guard: "member",
    scope: "projects:read",
    summary: "List the projects of a team that the caller is in",
    params: z.object({ teamId: Uuid }),
    query: ProjectListQuery,
    response: ProjectPage,
  }),
  listVideoProjects: defineRoute({
    method: "GET",
    path: "/api/projects/fromVideo/{videoId}",
    isOldCall: true,
    guard: "member",
    scope: "projects:read",
    summary: "List the caller's projects with a version that shows this video",
    params: z.object({ videoId: Uuid }),
    response: z.array(ProjectSummary),
  }),
};

const singleProjectRoutes = {
  createProject: defineRoute({
    method: "POST",
    path: "/api/projects",
    isOldCall: true,
    guard: "member",
    scope: "projects:write",
    summary: "Create a project with the video of its first version; the caller owns it",
    body: CreateProject,
    response: ProjectView,
    status: 201,
  }),
  getProject: defineRoute({
    method: "GET",
    path: "/api/projects/{id}",
    isOldCall: true,
    guard: "member",
    scope: "projects:read",
    summary: "Get a project",
    params: ProjectId,
    response: ProjectView,
  }),
  updateProject: defineRoute({
    method: "PUT",
    path: "/api/projects/{id}",
    isOldCall: true,
    guard: "member",
    scope: "projects:write",
    summary: "Change a project's name, description, status or current version, or archive it",
    params: ProjectId,
    body: UpdateProject,
    response: ProjectView,
  }),
  deleteProject: defineRoute({
    method: "DELETE",
    path: "/api/projects/{id}",
    guard: "member",
    scope: "projects:write",
    summary: "Delete a project; the videos of its versions are kept, or go to the trash",
    params: ProjectId,
    /** Whether the project's videos are kept or moved to the trash. Videos that another project shows are kept in any case. */
    query: z.strictObject({ videos: z.enum(["keep", "delete"]).default("keep") }),
  }),
};

const collaboratorRoutes = {
  listProjectUsers: defineRoute({
    method: "GET",
    path: "/api/projects/{id}/users",
    isOldCall: true,
    guard: "member",
    scope: "projects:read",
    summary: "List everyone with access to a project, directly or through a team, with their roles",
    params: ProjectId,
    response: z.array(ProjectPerson),
  }),
  inviteToProject: defineRoute({
    method: "PUT",
    path: "/api/projects/{id}/invite",
    isOldCall: true,
    guard: "member",
    scope: "projects:write",
    summary: "Invite a user of the client to a project; current members keep their role",
    params: ProjectId,
    body: z.strictObject({ username: CollaboratorName, role: ProjectRoleName.default("viewer") }),
    response: ProjectView,
  }),
  updateProjectRole: defineRoute({
    method: "PUT",
    path: "/api/projects/{id}/collabs/{user}/updateRole",
    isOldCall: true,
    guard: "member",
    scope: "projects:write",
    summary: "Change the role of a collaborator other than the owner; only project admins can",
    params: CollaboratorParams,
    body: z.strictObject({ newRole: ProjectRoleName }),
    response: ProjectView,
  }),
  removeCollaborator: defineRoute({
    method: "DELETE",
    path: "/api/projects/{id}/removecollaborator/{user}",
    isOldCall: true,
    guard: "member",
    scope: "projects:write",
    summary: "Remove a collaborator from a project, or leave it",
    params: CollaboratorParams,
  }),
  addProjectTeam: defineRoute({
    method: "PUT",
    path: "/api/projects/{id}/teams/{teamId}",
    isOldCall: true,
    guard: "member",
    scope: "projects:write",
    summary: "Add a team to a project, or change its role; without one, members have their role in the team",
    params: ProjectTeamParams,
    body: z.strictObject({ role: ProjectRoleName.nullable().default(null) }),
    response: ProjectView,
  }),
  removeProjectTeam: defineRoute({
    method: "DELETE",
    path: "/api/projects/{id}/teams/{teamId}",
    isOldCall: true,
    guard: "member",
    scope: "projects:write",
    summary: "Remove a team from a project",
    params: ProjectTeamParams,
  }),
  findUser: defineRoute({
    method: "GET",
    path: "/api/userlookup/{username}",
    guard: "member",
    scope: "noKey",
    summary: "Check whether the client has a user with this name; limited to 60 calls in 10 minutes",
    params: z.object({ username: CollaboratorName }),
    response: z.object({ username: z.string() }),
  }),
};

const versionRoutes = {
  listVersions: defineRoute({
    method: "GET",
    path: "/api/projects/{id}/versions",
    isOldCall: true,
    guard: "member",
    scope: "projects:read",
    summary: "List the versions of a project, the newest first",
    params: ProjectId,
    response: z.array(VersionView),
  }),
  getLatestVersion: defineRoute({
    method: "GET",
    path: "/api/projects/{id}/versions/lastest",
    isOldCall: true,
    guard: "member",
    scope: "projects:read",
    summary: "Get the newest version of a project",
    params: ProjectId,
    response: VersionView,
  }),
  canManageVersion: defineRoute({
    method: "GET",
    path: "/api/projects/{id}/canmanageversion",
    isOldCall: true,
    guard: "member",
    scope: "noKey",
    summary: "Check whether the caller can add and change versions",
    params: ProjectId,
    response: z.object({ canManageVersion: z.boolean() }),
  }),
  addVersion: defineRoute({
    method: "PUT",
    path: "/api/projects/{id}/newversion",
    isOldCall: true,
    guard: "member",
    scope: "projects:write",
    summary: "Add a version to a project; it becomes the current one",
    params: ProjectId,
    body: CreateVersion,
    response: VersionView,
    status: 201,
  }),
  updateVersion: defineRoute({
    method: "PUT",
    path: "/api/versions/{id}/{n}",
    isOldCall: true,
    guard: "member",
    scope: "projects:write",
    summary: "Change the description, date or video of a project's version, or make it the current one",
    params: VersionParams,
    body: UpdateVersion,
    response: VersionView,
  }),
  getVersion: defineRoute({
    method: "GET",
    path: "/api/videoProjects/{n}/{id}",
    isOldCall: true,
    guard: "member",
    scope: "projects:read",
    summary: "Get a version of a project with its playable video",
    params: VersionParams,
    response: VersionView,
  }),
};

export const projectRoutes = {
  ...projectListRoutes,
  ...singleProjectRoutes,
  ...collaboratorRoutes,
  ...versionRoutes,
} as const;
