import { type ImportRowState, type ImportView, routes } from "@shoal/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { fetchFile } from "../../../lib/fetch-file.ts";
import { call } from "../../../lib/session.ts";

const POLL_INTERVAL_MS = 2_000;

const isImportRunning = ({ state }: ImportView) => state === "reading" || state === "running";

/** Query for the client's imports, newest first. */
export const importsQuery = queryOptions({
  queryKey: ["imports"],
  queryFn: ({ signal }) => call(routes.listImports, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.some(isImportRunning) ? POLL_INTERVAL_MS : false),
});

/** Query for the lines of an import; polled while it is running. */
export const importRowsQuery = (
  { uuid, state: importState }: ImportView,
  state: ImportRowState | undefined,
) =>
  infiniteQueryOptions({
    queryKey: ["imports", uuid, "rows", state ?? "all"],
    queryFn: ({ pageParam: after, signal }) =>
      call(
        routes.listImportRows,
        {
          params: { id: uuid },
          query: { ...(state ? { state } : {}), ...(after === null ? {} : { after }) },
        },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: importState === "running" || importState === "reading" ? POLL_INTERVAL_MS : false,
  });

/** Uploads a list, which the server starts to read. @throws AppError of the call. */
export async function sendList(file: File): Promise<ImportView> {
  const body = new FormData();
  body.set("file", file, file.name);
  return (await (await fetchFile(routes.createImport.path, { method: "POST", body })).json()) as ImportView;
}
