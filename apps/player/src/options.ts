export interface PlayerOptions {
  uuid: string;
  /** Whether the uuid belongs to an export link. */
  isLink: boolean;
  /** Whether the video starts automatically; null if the URL leaves it to the video. */
  autoplay: boolean | null;
  muted: boolean;
  loop: boolean;
  hasControls: boolean;
  /** Whether the title is shown; null if the URL leaves it to the video's client. */
  hasTitle: boolean | null;
  /** The start position; null if the URL specifies none, so that playback resumes where the viewer stopped. */
  startSec: number | null;
  /** Whether this viewer shares data; false with `p2p=0`. */
  isPeering: boolean;
  /** The consent that the embedding page has obtained itself, `consent=1` or `consent=0`; null if the URL does not state it. */
  consent: boolean | null;
  language: string | null;
}

/**
 * Parses `/embed/{uuid}` or `/v/{uuid}`, or `/x/{uuid}` of an export link, with the options
 * `?autoplay&muted&loop&controls=0&title=0&lang=fr&p2p=0&consent=1` and the start as `?t=90`, `?t=1m30s`, `?start=1:30` or
 * `#t=90`. A switch is on as `autoplay`, `autoplay=1` or `autoplay=true`.
 */
export function parseOptions(url: URL): PlayerOptions {
  const query = url.searchParams;
  const isOn = (name: string) => ["", "1", "true"].includes(query.get(name) ?? "0");
  const isOff = (name: string) => ["0", "false"].includes(query.get(name) ?? "1");
  const start = query.get("t") ?? query.get("start") ?? new URLSearchParams(url.hash.slice(1)).get("t");
  const [, room, uuid = ""] = /^\/(embed|v|x)\/([^/]+)/.exec(url.pathname) ?? [];
  return {
    uuid: decodeURIComponent(uuid),
    isLink: room === "x",
    autoplay: isOn("autoplay") || (isOff("autoplay") ? false : null),
    muted: isOn("muted"),
    loop: isOn("loop"),
    isPeering: !isOff("p2p"),
    hasControls: !isOff("controls"),
    hasTitle: isOn("title") || (isOff("title") ? false : null),
    startSec: start === null ? null : parseTime(start),
    consent: isOn("consent") || (isOff("consent") ? false : null),
    language: query.get("lang"),
  };
}

/**
 * Parses the token of the client's backend, `#authorization=…`. The fragment reaches no server and no log. It is read again at each
 * renewal, so that a page can pass a new token by changing the frame's address without reloading the player.
 */
export const parseAuthorization = (): string | undefined =>
  new URLSearchParams(location.hash.slice(1)).get("authorization") ?? undefined;

/**
 * Parses the pass of a user of the client, `#owner-pass=…`, for a preview in the dashboard. It is in the fragment for the same
 * reason as the token.
 */
export const parseOwnerPass = (): string | undefined =>
  new URLSearchParams(location.hash.slice(1)).get("owner-pass") ?? undefined;

/** Parses the seconds of `90`, `90.5`, `90s`, `1m30s`, `1h2m3s`, `1:30` or `1:02:03`. Returns null for anything else. */
function parseTime(text: string): number | null {
  if (/^\d+(:\d{1,2}){1,2}$/.test(text))
    return text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  const [all, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s?)?$/.exec(text) ?? [];
  return all ? Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) : null;
}
