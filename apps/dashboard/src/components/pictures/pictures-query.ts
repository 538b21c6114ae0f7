import { type PictureView, type ResponseOf, routes } from "@shoal/contract";
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { fetchFile } from "../../lib/fetch-file.ts";
import { call } from "../../lib/session.ts";

const QUERY_KEY = ["pictures"] as const;
/** Polling interval while a picture is being processed, which takes a few seconds. */
const POLL_INTERVAL_MS = 1_000;

type PicturePage = ResponseOf<typeof routes.listPictures>;

const isBeingProcessed = (page: PicturePage | undefined) =>
  page?._embedded.some(({ state }) => state === "preparing") ?? false;

/** Query for a page of the picture library; polled while some pictures are being processed. */
export const pictureListQuery = (state: { page: number; pageSize: number; search: string }) =>
  queryOptions<PicturePage>({
    queryKey: [...QUERY_KEY, "list", state],
    placeholderData: keepPreviousData,
    refetchInterval: (query) => isBeingProcessed(query.state.data) && POLL_INTERVAL_MS,
    queryFn: ({ signal }) => {
      const { page, pageSize, search } = state;
      const query = { page, pagesize: pageSize, ...(search ? { search } : {}) };
      return call(routes.listPictures, { query }, { signal });
    },
  });

/** Query for one picture; null if no id is given. */
export const pictureQuery = (id: string | null) =>
  queryOptions({
    queryKey: [...QUERY_KEY, "one", id],
    queryFn: ({ signal }) => (id === null ? null : call(routes.getPicture, { params: { id } }, { signal })),
  });

/** Adds pictures contained in another response to the cache. */
export function cachePictures(queries: QueryClient, ...pictures: (PictureView | null)[]): void {
  for (const picture of pictures)
    if (picture) queries.setQueryData(pictureQuery(picture.id).queryKey, picture);
}

/** Reloads everything that shows pictures. */
export const reloadPictures = (queries: QueryClient) => queries.invalidateQueries({ queryKey: QUERY_KEY });

/** Uploads a picture to the library. @throws AppError "picture_refused" with the reason, or any error of a call. */
export async function uploadPicture(file: File): Promise<PictureView> {
  const { method, path, multipart } = routes.addPicture;
  const body = new FormData();
  body.set(multipart.file, file);
  const response = await fetchFile(path, { method, body });
  return (await response.json()) as PictureView;
}
