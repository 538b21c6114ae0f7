import {
  PROJECT_SCOPES,
  PROJECT_SORT_FIELDS,
  PROJECT_STATUSES,
  type ResponseOf,
  routes,
} from "@shoal/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListShape, ListState } from "../../components/ui/table/list-address.ts";
import { PROJECTS_KEY } from "../../lib/list-keys.ts";
import { call } from "../../lib/session.ts";

export type ProjectSortField = (typeof PROJECT_SORT_FIELDS)[number];
export type ProjectFilter = "show";
export type ProjectListState = ListState<ProjectSortField, ProjectFilter>;

export const PROJECT_LIST: ListShape<ProjectSortField, ProjectFilter> = {
  sortFields: PROJECT_SORT_FIELDS,
  defaultSort: { lastActivityAt: -1 },
  filters: ["show"],
};

type ProjectPage = ResponseOf<typeof routes.listProjects>;

/** Query for a page of the reader's projects. */
export const projectListQuery = ({ page, pageSize, search, sort, filters }: ProjectListState) =>
  queryOptions({
    queryKey: [PROJECTS_KEY, "list", page, pageSize, search, sort, filters],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<ProjectPage> => {
      const scope = PROJECT_SCOPES.find((each) => each === filters.show);
      const status = PROJECT_STATUSES.find((each) => each === filters.show);
      const filter = { ...(scope ? { scope } : {}), ...(status ? { status } : {}) };
      const query = { page, pagesize: pageSize, sort, filter, ...(search ? { search } : {}) };
      return call(routes.listProjects, { query }, { signal });
    },
  });
