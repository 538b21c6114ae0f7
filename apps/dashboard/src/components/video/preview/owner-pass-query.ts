import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/session.ts";

/** Half of the life of a pass, so that several tries fit before it ends. */
const RENEWED_MS = 300_000;
/** One that nobody looks at any more is never shown again near its end. */
const KEPT_MS = 60_000;

/** The pass with which the video is seen as a preview, always a fresh one while the page is open. */
export const ownerPassQuery = (uuid: string) =>
  queryOptions({
    queryKey: ["owner-pass", uuid],
    queryFn: ({ signal }) => call(routes.getOwnerPass, { params: { id: uuid } }, { signal }),
    staleTime: RENEWED_MS,
    gcTime: KEPT_MS,
    // A player in a tab that is not looked at plays on.
    refetchInterval: RENEWED_MS,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
  });

/**
 * The player's address with a pass. It stands behind the `#`, which reaches no server and no log.
 * @param language of the page around.
 */
export function previewAddress(address: string, pass: string, language: string): string {
  const url = new URL(address);
  url.searchParams.set("lang", language);
  url.hash = new URLSearchParams({ "owner-pass": pass }).toString();
  return url.href;
}
