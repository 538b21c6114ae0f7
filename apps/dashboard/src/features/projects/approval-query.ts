import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { PROJECTS_KEY } from "../../lib/list-keys.ts";
import { call } from "../../lib/session.ts";

/** Query for the reviewers of a version and their decisions. */
export const approvalQuery = (id: string, n: number) =>
  queryOptions({
    queryKey: [PROJECTS_KEY, "approval", id, n],
    queryFn: ({ signal }) => call(routes.getApproval, { params: { id, n } }, { signal }),
  });
