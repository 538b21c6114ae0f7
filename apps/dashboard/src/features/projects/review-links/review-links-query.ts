import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { PROJECTS_KEY } from "../../../lib/list-keys.ts";
import { call } from "../../../lib/session.ts";

/** Query for the review links of a project, newest first. */
export const reviewLinksQuery = (id: string) =>
  queryOptions({
    queryKey: [PROJECTS_KEY, "reviewLinks", id],
    queryFn: ({ signal }) => call(routes.listReviewLinks, { params: { id } }, { signal }),
  });
