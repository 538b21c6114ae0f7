import { queryOptions } from "@tanstack/react-query";
import type { Page } from "./blocks.ts";
import { PAGE_ADDRESSES, type PageId } from "./contents.ts";

/** The functions that load the pages: one module per page and language. */
const pageLoaders = import.meta.glob<{ page: Page }>(["./pages/en/*.ts", "./pages/fr/*.ts"]);

async function loadPage(language: string, id: PageId): Promise<Page> {
  const load = pageLoaders[`./pages/${language}/${id}.ts`];
  if (!load) throw new Error(`No page ${id} in ${language}`);
  return (await load()).page;
}

const QUERY_KEY = "docs";
/** The pages never become stale, because they are part of the application, which does not change while it is running. */
const STALE_TIME_MS = Number.POSITIVE_INFINITY;

export const pageQuery = (language: string, id: PageId) =>
  queryOptions({
    queryKey: [QUERY_KEY, language, id],
    staleTime: STALE_TIME_MS,
    queryFn: () => loadPage(language, id),
  });

/** Query for all pages of a language, for the search. */
export const allPagesQuery = (language: string) =>
  queryOptions({
    queryKey: [QUERY_KEY, language],
    staleTime: STALE_TIME_MS,
    queryFn: () =>
      Promise.all(
        PAGE_ADDRESSES.map(async (place) => ({ ...place, blocks: await loadPage(language, place.page) })),
      ),
  });
