const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
/** `/hls/{uuid}.m3u8`, `/dash/{uuid}.mpd`, and where they lead: `/m/{token}/{uuid}/…`. */
const MANIFEST_PATH = new RegExp(`^/(?:hls/(${UUID})\\.m3u8|dash/(${UUID})\\.mpd|m/[^/]+/(${UUID})/.*)$`);

/**
 * The video whose manifest an edge serves at this address; undefined for media elsewhere.
 * @param origins of the edges.
 */
export function hostedUuidOf(
  manifestUrl: string | undefined,
  origins: ReadonlySet<string>,
): string | undefined {
  const url = manifestUrl === undefined ? null : URL.parse(manifestUrl);
  if (!url || !origins.has(url.origin)) return undefined;
  return MANIFEST_PATH.exec(url.pathname)
    ?.slice(1)
    .find((uuid) => uuid !== undefined);
}
