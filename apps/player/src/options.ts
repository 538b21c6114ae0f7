export interface PlayerOptions {
  uuid: string;
  /** Null where the address leaves it to the video. */
  autoplay: boolean | null;
  muted: boolean;
  loop: boolean;
  hasControls: boolean;
  hasTitle: boolean;
  startSec: number;
  /** `p2p=0`: this viewer exchanges with nobody. */
  isPeering: boolean;
  language: string | null;
}

/** Reads `/embed/{uuid}` or `/v/{uuid}`, with `?autoplay=1&muted=1&start=30&loop=1&controls=0&title=0&lang=fr`. */
export function readOptions(url: URL): PlayerOptions {
  const query = url.searchParams;
  const startSec = Number(query.get("start") ?? 0);
  return {
    uuid: decodeURIComponent(/\/(?:embed|v)\/([^/]+)/.exec(url.pathname)?.[1] ?? ""),
    autoplay: readSwitch(query.get("autoplay")),
    muted: query.get("muted") === "1",
    loop: query.get("loop") === "1",
    isPeering: query.get("p2p") !== "0",
    hasControls: query.get("controls") !== "0",
    hasTitle: query.get("title") !== "0",
    startSec: Number.isFinite(startSec) && startSec > 0 ? startSec : 0,
    language: query.get("lang"),
  };
}

const readSwitch = (text: string | null): boolean | null =>
  text === "1" || text === "0" ? text === "1" : null;
