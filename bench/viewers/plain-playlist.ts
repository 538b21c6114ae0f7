const LOW_LATENCY = /^#EXT-X-(SERVER-CONTROL|PART-INF|PART|PRELOAD-HINT|RENDITION-REPORT|SKIP):/;
const URI_ATTRIBUTE = /URI="([^"]*)"/;

/**
 * Returns a playlist without the low-latency tags: it lists whole segments, and no requests that the server holds until new media
 * exist.
 * @param url the playlist's URL, which makes its segments' URLs absolute.
 * @param plainPath the path that serves a nested playlist in the same way.
 * @example plainPlaylist("#EXTM3U\n#EXT-X-PART-INF:PART-TARGET=1\nv0/index.m3u8", "http://edge/live.m3u8", (url) =>
 * `/plain?of=${url}`) // "#EXTM3U\n/plain?of=http://edge/v0/index.m3u8"
 */
export function plainPlaylist(text: string, url: string, plainPath: (url: string) => string): string {
  const resolve = (uri: string) => {
    const whole = new URL(uri, url).href;
    return new URL(whole).pathname.endsWith(".m3u8") ? plainPath(whole) : whole;
  };
  return text
    .split("\n")
    .filter((line) => !LOW_LATENCY.test(line))
    .map((line) => {
      if (!line.startsWith("#")) return line.trim() === "" ? line : resolve(line.trim());
      return line.replace(URI_ATTRIBUTE, (_all, uri: string) => `URI="${resolve(uri)}"`);
    })
    .join("\n");
}
