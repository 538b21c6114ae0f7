import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { PROJECTS_KEY, TEAMS_KEY } from "./list-keys.ts";
import { call } from "./session.ts";

/** Query for all teams of the client. */
export const teamsQuery = queryOptions({
  queryKey: [TEAMS_KEY],
  queryFn: ({ signal }) => call(routes.listTeams, {}, { signal }),
});

export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: [PROJECTS_KEY, "one", id],
    queryFn: ({ signal }) => call(routes.getProject, { params: { id } }, { signal }),
  });

/** Query for the versions of a project, newest first. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [PROJECTS_KEY, "versions", id],
    queryFn: ({ signal }) => call(routes.listVersions, { params: { id } }, { signal }),
  });

/** Query for the people with access to a project. */
export const projectPeopleQuery = (id: string) =>
  queryOptions({
    queryKey: [PROJECTS_KEY, "people", id],
    queryFn: ({ signal }) => call(routes.listProjectUsers, { params: { id } }, { signal }),
  });
