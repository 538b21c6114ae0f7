import { routes } from "@shoal/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { ProjectPeopleService } from "./project-people.service.ts";
import type { ProjectsService } from "./projects.service.ts";
import type { VersionsService } from "./versions.service.ts";

export interface ProjectServices {
  projects: ProjectsService;
  people: ProjectPeopleService;
  versions: VersionsService;
}

export function registerProjectRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { projects, people, versions }: ProjectServices,
): void {
  bindRoutes(app, guardFor, routes, {
    listProjects: ({ actor, query }) => projects.listProjects(actor, query),
    listSharedProjects: ({ actor, query }) => projects.listProjects(actor, query, { scope: "shared" }),
    listTeamProjects: ({ actor, params, query }) => projects.listTeamProjects(actor, params.teamId, query),
    listVideoProjects: ({ actor, params }) => projects.listVideoProjects(actor, params.videoId),
    getProject: ({ actor, params }) => projects.getProject(actor, params.id),
    createProject: async ({ actor, request, body }) => {
      const project = await projects.createProject(actor, body);
      describeCall(request, { target: project.uuid });
      return project;
    },
    updateProject: async ({ actor, request, params, body }) => {
      const project = await projects.updateProject(actor, params.id, body);
      describeCall(request, { target: project.uuid });
      return project;
    },
    deleteProject: async ({ actor, request, params, query }) => {
      await projects.deleteProject(actor, params.id, query.videos === "delete");
      describeCall(request, { target: params.id });
    },
  });

  // The log contains uuids of projects but no names, because managers who read it are not in all projects.
  const recordPerson = (request: FastifyRequest, project: string, person: string) =>
    describeCall(request, { target: `${project}: ${person}` });
  bindRoutes(app, guardFor, routes, {
    listProjectUsers: ({ actor, params }) => people.listPeople(actor, params.id),
    inviteToProject: async ({ actor, request, params, body }) => {
      await people.invite(actor, params.id, body);
      recordPerson(request, params.id, body.username);
      return projects.getProject(actor, params.id);
    },
    updateProjectRole: async ({ actor, request, params, body }) => {
      await people.setRole(actor, params.id, params.user, body.newRole);
      recordPerson(request, params.id, params.user);
      return projects.getProject(actor, params.id);
    },
    removeCollaborator: async ({ actor, request, params }) => {
      await people.remove(actor, params.id, params.user);
      recordPerson(request, params.id, params.user);
    },
    addProjectTeam: async ({ actor, request, params, body }) => {
      await people.putTeam(actor, params.id, params.teamId, body.role);
      describeCall(request, { target: params.id });
      return projects.getProject(actor, params.id);
    },
    removeProjectTeam: async ({ actor, request, params }) => {
      await people.removeTeam(actor, params.id, params.teamId);
      describeCall(request, { target: params.id });
    },
    findUser: ({ actor, params }) => people.findUser(actor, params.username),
  });

  bindRoutes(app, guardFor, routes, {
    listVersions: ({ actor, params }) => versions.listVersions(actor, params.id),
    getLatestVersion: ({ actor, params }) => versions.getLatest(actor, params.id),
    canManageVersion: ({ actor, params }) => versions.canManage(actor, params.id),
    addVersion: async ({ actor, request, params, body }) => {
      const version = await versions.addVersion(actor, params.id, body);
      describeCall(request, { target: `${version.video.title}: v${version.number}` });
      return version;
    },
    updateVersion: async ({ actor, request, params, body }) => {
      const version = await versions.updateVersion(actor, params.id, params.n, body);
      describeCall(request, { target: `${version.video.title}: v${version.number}` });
      return version;
    },
    getVersion: ({ actor, params }) => versions.getVersion(actor, params.id, params.n),
  });
}
