/** Playlists and manifests above this size are passed on like any file. */
export const LIST_MAX_BYTES = 2_000_000;

const LIST_TYPES = /mpegurl|dash\+xml/i;
const LIST_NAMES = /\.(?:m3u8|mpd)$/i;

/** Whether a file may be the playlist or manifest of a live, which changes every few seconds. */
export const mayBeLiveList = (path: string, type: string | undefined): boolean =>
  LIST_NAMES.test(path) || LIST_TYPES.test(type ?? "");

/**
 * How long a playlist is fresh, in seconds: half a segment of a live, so that no player waits for long; undefined for one that
 * does not change.
 */
export function lifeOfList(text: string): number | undefined {
  if (text.trimStart().startsWith("#EXTM3U")) return lifeOfPlaylist(text);
  const tag = firstTagOf(text, "<MPD");
  if (!tag.includes('type="dynamic"')) return undefined;
  const [, period] = /minimumUpdatePeriod="PT(\d{1,6}(?:\.\d{1,6})?)S"/.exec(tag) ?? [];
  return atLeastASecond(period === undefined ? 1 : Number(period) / 2);
}

/** The first tag of a name, with its attributes in double quotes; "" if there is none. */
function firstTagOf(text: string, name: string): string {
  const from = text.indexOf(name);
  const to = text.indexOf(">", from);
  return from < 0 || to < 0 ? "" : text.slice(from, to).replaceAll("'", '"');
}

function lifeOfPlaylist(text: string): number | undefined {
  const isMedia = text.includes("#EXTINF") || text.includes("#EXT-X-TARGETDURATION");
  if (!isMedia || text.includes("#EXT-X-ENDLIST") || /#EXT-X-PLAYLIST-TYPE:\s*VOD/.test(text))
    return undefined;
  const [, target = "2"] = /#EXT-X-TARGETDURATION:\s*(\d+(?:\.\d+)?)/.exec(text) ?? [];
  return atLeastASecond(Number(target) / 2);
}

const atLeastASecond = (sec: number) => Math.max(1, Math.floor(sec));
