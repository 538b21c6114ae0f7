import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { TeamsService } from "./teams.service.ts";

export function registerTeamRoutes(app: FastifyInstance, guardFor: GuardFor, teams: TeamsService): void {
  bindRoutes(app, guardFor, routes, {
    listTeams: ({ actor }) => teams.listTeams(actor),
    getTeam: ({ actor, params, query }) => teams.getTeam(actor, params.id, query.projectId),
    createTeam: async ({ actor, request, body }) => {
      const team = await teams.createTeam(actor, body);
      describeCall(request, { target: team.teamName });
      return team;
    },
    updateTeam: async ({ actor, request, params, body }) => {
      const team = await teams.updateTeam(actor, params.id, body);
      describeCall(request, { target: team.teamName });
      return team;
    },
    deleteTeam: async ({ actor, request, params }) => {
      const { name } = await teams.deleteTeam(actor, params.id);
      describeCall(request, { target: name });
    },
    removeTeamMember: async ({ actor, request, params }) => {
      const { name } = await teams.removeMember(actor, params.id, params.user);
      describeCall(request, { target: `${name}: ${params.user}` });
    },
  });
}
