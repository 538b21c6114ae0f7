/** `/hls/{uuid}.m3u8`, `/dash/{uuid}.mpd`, and their targets: `/m/{token}/{uuid}/…`. */
const MANIFEST_PATHS = [
  /^\/hls\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.m3u8$/,
  /^\/dash\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.mpd$/,
  /^\/m\/[^/]{1,2000}\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//,
];

/**
 * The video whose manifest an edge serves at this address; undefined for media elsewhere.
 * @param origins the public origins of all edges, such as `https://edge1.example`.
 */
export function hostedUuidOf(
  manifestUrl: string | undefined,
  origins: ReadonlySet<string>,
): string | undefined {
  const url = manifestUrl === undefined ? null : URL.parse(manifestUrl);
  if (!url || !origins.has(url.origin)) return undefined;
  for (const pattern of MANIFEST_PATHS) {
    const uuid = pattern.exec(url.pathname)?.[1];
    if (uuid) return uuid;
  }
  return undefined;
}
