import { z } from "zod";
import { CreateTeam, TeamView, UpdateTeam } from "../accounts/team.ts";
import { CollaboratorName } from "../projects/project.ts";
import { defineRoute } from "../route.ts";
import { Uuid } from "../text.ts";

const TeamId = z.object({ id: Uuid });

/** Every call fails with `forbidden` unless projects are enabled for the client. */
export const teamRoutes = {
  createTeam: defineRoute({
    method: "POST",
    path: "/api/teamsvireed",
    isOldCall: true,
    guard: "member",
    scope: "noKey",
    summary: "Create a team; the caller manages it",
    body: CreateTeam,
    response: TeamView,
    status: 201,
  }),
  listTeams: defineRoute({
    method: "GET",
    path: "/api/teamsvireed",
    isOldCall: true,
    guard: "member",
    scope: "projects:read",
    summary: "List the client's teams with their members, by name",
    response: z.array(TeamView),
  }),
  getTeam: defineRoute({
    method: "GET",
    path: "/api/teamsvireed/{id}",
    isOldCall: true,
    guard: "member",
    scope: "projects:read",
    summary: "Get a team; with `projectId`, also its role in that project",
    params: TeamId,
    query: z.strictObject({ projectId: Uuid.optional() }),
    response: TeamView,
  }),
  updateTeam: defineRoute({
    method: "PUT",
    path: "/api/teamsvireed/{id}",
    isOldCall: true,
    guard: "member",
    scope: "noKey",
    summary: "Rename or describe a team, change its members or hand it over; only its manager can",
    params: TeamId,
    body: UpdateTeam,
    response: TeamView,
  }),
  deleteTeam: defineRoute({
    method: "DELETE",
    path: "/api/teamsvireed/{id}",
    isOldCall: true,
    guard: "member",
    scope: "noKey",
    summary: "Delete a team; its members lose the projects they had through it",
    params: TeamId,
  }),
  removeTeamMember: defineRoute({
    method: "DELETE",
    path: "/api/teamsvireed/{id}/members/{user}",
    guard: "member",
    scope: "noKey",
    summary: "Remove a member from a team, or leave it; the manager hands the team over before they leave",
    params: TeamId.extend({ user: CollaboratorName }),
  }),
} as const;
