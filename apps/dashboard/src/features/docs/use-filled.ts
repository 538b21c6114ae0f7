import { routes } from "@shoal/contract";
import { fillSample } from "@shoal/domain/plugin-sample";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";
import { settingsQuery } from "../../lib/settings.ts";

/** A key to show in code: of the client's first config that is in force; null while there is none. */
const ownKeyQuery = queryOptions({
  queryKey: ["configs", "shown-key"],
  queryFn: async ({ signal }) => {
    const { _embedded: configs } = await call(routes.listConfigs, { query: { pagesize: 20 } }, { signal });
    return configs.find(({ isRevoked }) => !isRevoked)?.key ?? null;
  },
});

/** A key of the reader's own client; undefined while it is not known, and where there is none. */
export const useOwnKey = (): string | undefined => useQuery(ownKeyQuery).data ?? undefined;

/** The address of an installation in code. */
const INSTALLATION = "https://video.example.com";

/** Puts the reader's own installation, edge and key into code, as far as they are known; the rest stays a placeholder. */
export function useFilled(): (code: string) => string {
  const { data: settings } = useQuery(settingsQuery);
  const key = useOwnKey();
  return (code) =>
    fillSample(code.replaceAll(INSTALLATION, location.origin), { edgeUrl: settings?.edgeUrl, key });
}
