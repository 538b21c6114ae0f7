import { type PlaceCarried, routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { PROJECTS_KEY } from "../../../lib/list-keys.ts";
import { call } from "../../../lib/session.ts";

/** Query for the changes of a version since the previous version. */
export const alignmentQuery = (id: string, n: number) =>
  queryOptions({
    queryKey: [PROJECTS_KEY, "alignment", id, n],
    queryFn: ({ signal }) => call(routes.getAlignment, { params: { id, n } }, { signal }),
  });

/** Query for the open comments of earlier versions, with their places in this version. */
export const carriedCommentsQuery = (id: string, n: number) =>
  queryOptions({
    queryKey: [PROJECTS_KEY, "carried", id, n],
    queryFn: ({ signal }) => call(routes.listCarried, { params: { id, n } }, { signal }),
  });

/** Places a comment in this version. With undefined, the comparison of the versions determines its place again. */
export const placeCarriedComment = (
  { id, n, comment }: { id: string; n: number; comment: string },
  place: PlaceCarried | undefined,
) =>
  place
    ? call(routes.placeCarried, { params: { id, n, comment }, body: place })
    : call(routes.releaseCarried, { params: { id, n, comment } });
