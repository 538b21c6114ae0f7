import { type ResponseOf, routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";

export type TagCount = ResponseOf<typeof routes.listTags>[number];

/** The tags of the client's videos, the most used first. */
export const tagsQuery = queryOptions({
  queryKey: ["tags"],
  queryFn: ({ signal }) => call(routes.listTags, { query: {} }, { signal }),
});

/** The client's own labels. */
export const categoriesQuery = queryOptions({
  queryKey: ["categories"],
  queryFn: ({ signal }) => call(routes.listCategories, {}, { signal }),
});
