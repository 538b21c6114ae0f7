/** Matches manifest addresses that name a video: `/hls/{uuid}.m3u8` and `/dash/{uuid}.mpd`. */
const UUID_ADDRESS = [
  /^\/hls\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.m3u8$/,
  /^\/dash\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.mpd$/,
];
/** Matches the addresses that those manifest addresses redirect to, `/m/{token}/{media id}/…`, which name a session. */
const TOKEN_ADDRESS = /^\/m\/([^/]{1,2000})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//;

/** What the address of a manifest proves about its video. Anyone can know a uuid, but only viewers have a token. */
export type HostedManifest = { uuid: string } | { token: string; mediaId: string };

/**
 * Parses the address of a manifest that an edge serves; undefined for media elsewhere.
 * @param origins the public origins of all edges, such as `https://edge1.example`.
 */
export function parseHostedManifest(
  manifestUrl: string | undefined,
  origins: ReadonlySet<string>,
): HostedManifest | undefined {
  const url = manifestUrl === undefined ? null : URL.parse(manifestUrl);
  if (!url || !origins.has(url.origin)) return undefined;
  for (const pattern of UUID_ADDRESS) {
    const uuid = pattern.exec(url.pathname)?.[1];
    if (uuid) return { uuid };
  }
  const [, token, mediaId] = TOKEN_ADDRESS.exec(url.pathname) ?? [];
  return token && mediaId ? { token, mediaId } : undefined;
}
