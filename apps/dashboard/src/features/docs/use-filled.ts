import { routes } from "@shoal/contract";
import { fillSample } from "@shoal/domain/plugin-sample";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";
import { settingsQuery } from "../../lib/settings.ts";

/** Query for the key that code examples contain: the key of the client's first active config; null if there is none. */
const ownKeyQuery = queryOptions({
  queryKey: ["configs", "shown-key"],
  queryFn: async ({ signal }) => {
    const { _embedded: configs } = await call(routes.listConfigs, { query: { pagesize: 20 } }, { signal });
    return configs.find(({ isRevoked }) => !isRevoked)?.key ?? null;
  },
});

/** Returns a key of the reader's client; undefined while it is loading, or if the client has none. */
export const useOwnKey = (): string | undefined => useQuery(ownKeyQuery).data ?? undefined;

/** The URL that stands for the reader's installation in code examples. */
const EXAMPLE_INSTALLATION = "https://video.example.com";

/** Returns a function that inserts the reader's installation, edge and key into code. Unknown values stay placeholders. */
export function useFilledCode(): (code: string) => string {
  const { data: settings } = useQuery(settingsQuery);
  const key = useOwnKey();
  return (code) =>
    fillSample(code.replaceAll(EXAMPLE_INSTALLATION, location.origin), { edgeUrl: settings?.edgeUrl, key });
}
