/** The maximum size of a playlist that is parsed. Larger playlists and manifests are passed on like any file. */
export const MAX_PLAYLIST_BYTES = 2_000_000;

const PLAYLIST_TYPES = /mpegurl|dash\+xml/i;
const PLAYLIST_NAMES = /\.(?:m3u8|mpd)$/i;

/** Whether a file may be the playlist or manifest of a live, which changes every few seconds. */
export const mayBeLivePlaylist = (path: string, type: string | undefined): boolean =>
  PLAYLIST_NAMES.test(path) || PLAYLIST_TYPES.test(type ?? "");

/**
 * Returns for how many seconds a playlist is fresh; undefined for a playlist that does not change. For a live, it is half a
 * segment, so that no player waits for long.
 */
export function playlistTtlSecOf(text: string): number | undefined {
  if (text.trimStart().startsWith("#EXTM3U")) return hlsPlaylistTtlSecOf(text);
  const tag = findFirstTag(text, "<MPD");
  if (!tag.includes('type="dynamic"')) return undefined;
  const [, period] = /minimumUpdatePeriod="PT(\d{1,6}(?:\.\d{1,6})?)S"/.exec(tag) ?? [];
  return atLeastOneSecond(period === undefined ? 1 : Number(period) / 2);
}

/** Returns the first tag with this name, with its attributes in double quotes; "" if there is none. */
function findFirstTag(text: string, name: string): string {
  const from = text.indexOf(name);
  const to = text.indexOf(">", from);
  return from < 0 || to < 0 ? "" : text.slice(from, to).replaceAll("'", '"');
}

function hlsPlaylistTtlSecOf(text: string): number | undefined {
  const isMedia = text.includes("#EXTINF") || text.includes("#EXT-X-TARGETDURATION");
  if (!isMedia || text.includes("#EXT-X-ENDLIST") || /#EXT-X-PLAYLIST-TYPE:\s*VOD/.test(text))
    return undefined;
  const [, target = "2"] = /#EXT-X-TARGETDURATION:\s*(\d+(?:\.\d+)?)/.exec(text) ?? [];
  return atLeastOneSecond(Number(target) / 2);
}

const atLeastOneSecond = (sec: number) => Math.max(1, Math.floor(sec));
