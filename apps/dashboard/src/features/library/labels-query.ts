import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";

/** Query for the client's own categories. */
export const categoriesQuery = queryOptions({
  queryKey: ["categories"],
  queryFn: ({ signal }) => call(routes.listCategories, {}, { signal }),
});
