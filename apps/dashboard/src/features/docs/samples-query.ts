import { type ConfigView, routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";

const CONFIG_KEY_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Query for the config with this key; null if the client has no such config. */
export const configOfKeyQuery = (key: string) =>
  queryOptions({
    queryKey: ["configs", "of-key", key],
    queryFn: async ({ signal }): Promise<ConfigView | null> => {
      if (!CONFIG_KEY_PATTERN.test(key)) return null;
      const query = { search: key, pagesize: 1 };
      const { _embedded: found } = await call(routes.listConfigs, { query }, { signal });
      return found.find((config) => config.key === key) ?? null;
    },
  });

/** Query for the HLS URL of one of the client's own videos, used as the default; null if none of its videos can be played. */
export const ownManifestQuery = queryOptions({
  queryKey: ["samples", "own-manifest"],
  queryFn: async ({ signal }) => {
    const query = { pagesize: 12 } as const;
    const { _embedded: videos } = await call(routes.listVideos, { query }, { signal });
    return videos.find(({ playable, manifest }) => playable && manifest.hls)?.manifest.hls ?? null;
  },
});

/** Returns the host names of pages that may use a config's key; empty if all pages may use it. */
export const websitesOf = ({ sites }: Pick<ConfigView, "sites">): string[] => [
  ...new Set(sites.flatMap(({ websites }) => websites)),
];
