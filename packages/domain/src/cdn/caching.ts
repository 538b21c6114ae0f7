import type { CachedKind, CachingFinding, CachingReport } from "@shoal/contract";

const MINUTE_SEC = 60;
const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;
const YEAR_SEC = 31_536_000;

/** Recommended caching for a kind of file. */
export interface CacheAdvice {
  /** The recommended value of `Cache-Control`. */
  cacheControl: string;
  /** The shortest useful lifetime: shorter lifetimes cause fetches that return nothing new. */
  leastSec: number;
  /** The longest useful lifetime: longer lifetimes serve stale content. */
  mostSec: number;
  /** Whether players send range requests. */
  needsRanges: boolean;
}

/** Advice by kind of file, shown on the page and used to judge responses. */
export const CACHE_ADVICE: Readonly<Record<CachedKind, CacheAdvice>> = {
  livePlaylist: { cacheControl: "public, max-age=1", leastSec: 0, mostSec: 3, needsRanges: false },
  playlist: {
    cacheControl: "public, max-age=600",
    leastSec: MINUTE_SEC,
    mostSec: DAY_SEC,
    needsRanges: false,
  },
  segment: {
    cacheControl: "public, max-age=31536000, immutable",
    leastSec: DAY_SEC,
    mostSec: Number.POSITIVE_INFINITY,
    needsRanges: false,
  },
  video: { cacheControl: "public, max-age=604800", leastSec: HOUR_SEC, mostSec: YEAR_SEC, needsRanges: true },
  image: { cacheControl: "public, max-age=86400", leastSec: HOUR_SEC, mostSec: YEAR_SEC, needsRanges: false },
  script: {
    cacheControl: "public, max-age=31536000, immutable",
    leastSec: HOUR_SEC,
    mostSec: Number.POSITIVE_INFINITY,
    needsRanges: false,
  },
  page: {
    cacheControl: "public, max-age=60, stale-while-revalidate=600",
    leastSec: 5,
    mostSec: HOUR_SEC,
    needsRanges: false,
  },
  data: { cacheControl: "public, max-age=10", leastSec: 1, mostSec: 10 * MINUTE_SEC, needsRanges: false },
  other: {
    cacheControl: "public, max-age=3600",
    leastSec: MINUTE_SEC,
    mostSec: YEAR_SEC,
    needsRanges: false,
  },
};

/** The parts of an origin's response that matter to caches. */
export interface OriginAnswer {
  status: number;
  /** The headers by lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The path with its query. */
  path: string;
  /** The start of the body, for text files. */
  text?: string;
  nowMs: number;
}

const KIND_BY_CONTENT_TYPE: readonly [RegExp, CachedKind][] = [
  [/mpegurl|dash\+xml/, "playlist"],
  [/^video\/(mp2t|iso\.segment)/, "segment"],
  [/^(video|audio)\//, "video"],
  [/^image\//, "image"],
  [/javascript|^text\/css|^font\/|wasm/, "script"],
  [/^text\/html/, "page"],
  [/json|xml/, "data"],
];
const KIND_BY_EXTENSION: readonly [RegExp, CachedKind][] = [
  [/\.(m3u8|mpd)$/, "playlist"],
  [/\.(ts|m4s|cmfv|cmfa)$/, "segment"],
  [/\.(mp4|m4v|mov|webm|mkv|mp3|m4a|ogg|wav)$/, "video"],
  [/\.(jpe?g|png|gif|webp|avif|svg|ico)$/, "image"],
  [/\.(m?js|css|woff2?|ttf|otf|wasm)$/, "script"],
  [/(\.html?|\/)$/, "page"],
  [/\.(json|xml|vtt|srt)$/, "data"],
];

/**
 * Returns the kind of a file, by which its caching is decided. The file name of a segment or playlist is checked first, since
 * servers often send a wrong content type; next the content type, and last other file names.
 */
export function kindOf({
  path,
  headers,
  text = "",
}: Pick<OriginAnswer, "path" | "headers" | "text">): CachedKind {
  const name = (path.split("?")[0] ?? "").toLowerCase();
  const type = (headers["content-type"] ?? "").toLowerCase().trim();
  const byName = KIND_BY_EXTENSION.find(([pattern]) => pattern.test(name))?.[1];
  const byType = KIND_BY_CONTENT_TYPE.find(([pattern]) => pattern.test(type))?.[1];
  const kind = byName === "segment" || byName === "playlist" ? byName : (byType ?? byName ?? "other");
  if (kind !== "playlist") return kind;
  return isLive(text) ? "livePlaylist" : "playlist";
}

/** Returns whether a playlist is live: HLS with segments and without an end, or a dynamic DASH manifest. */
const isLive = (text: string): boolean =>
  text.includes("#EXTM3U")
    ? text.includes("#EXTINF") &&
      !text.includes("#EXT-X-ENDLIST") &&
      !text.includes("#EXT-X-PLAYLIST-TYPE:VOD")
    : /type=["']dynamic["']/.test(firstTagOf(text, "<MPD"));

/** Returns the first tag with this name and its attributes; empty if there is no such tag. */
function firstTagOf(text: string, name: string): string {
  const from = text.indexOf(name);
  const until = text.indexOf(">", from);
  return from < 0 || until < 0 ? "" : text.slice(from, until);
}

/** Returns the directives of `Cache-Control`, by lower-case name; "" for those without a value. */
function directivesOf(header: string): Map<string, string> {
  const parts = header.match(/[^,"=\s]+(?:\s*=\s*(?:"[^"]*"|[^,\s]*))?/g) ?? [];
  return new Map(
    parts.map((part) => {
      const [name = "", value = ""] = part.split("=", 2).map((side) => side.trim());
      return [name.toLowerCase(), value.replaceAll('"', "")];
    }),
  );
}

const secondsOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Math.min(Number(text), 2 ** 31) : undefined;

type Finding = CachingReport["findings"][number];
type Freshness = Pick<CachingReport, "freshSec" | "freshBy">;

/** Returns how long edges serve a response without contacting the origin (RFC 9111, shared caches). */
function freshnessOf({ headers, nowMs }: OriginAnswer): Freshness {
  const directives = directivesOf(headers["cache-control"] ?? "");
  if (directives.has("no-store") || directives.has("private") || headers.vary?.trim() === "*")
    return { freshSec: 0, freshBy: "never" };
  if (directives.has("no-cache")) return { freshSec: 0, freshBy: "max-age" };
  const shared = secondsOf(directives.get("s-maxage"));
  if (shared !== undefined) return { freshSec: shared, freshBy: "s-maxage" };
  const own = secondsOf(directives.get("max-age"));
  if (own !== undefined) return { freshSec: own, freshBy: "max-age" };
  if (headers.expires !== undefined) {
    const sentMs = Date.parse(headers.date ?? "") || nowMs;
    const endMs = Date.parse(headers.expires);
    // "0" and invalid dates mean expired.
    const freshSec = Number.isNaN(endMs) ? 0 : Math.max(0, Math.round((endMs - sentMs) / 1_000));
    return { freshSec, freshBy: "expires" };
  }
  return { freshSec: null, freshBy: "default" };
}

/** Explains what the headers of a response mean for caches, and which headers to send for this kind of file. */
export function explainCaching(answer: OriginAnswer): CachingReport {
  const { status, headers } = answer;
  const kind = kindOf(answer);
  const advice = CACHE_ADVICE[kind];
  const freshness = freshnessOf(answer);
  const findings: Finding[] = [];
  const find = (code: CachingFinding, isGood: boolean, sent: string | undefined) =>
    findings.push({ code, isGood, sent: sent ?? null });
  if (status < 200 || status > 299) find("failed", false, String(status));
  const evaluated = evaluateFreshness(answer, freshness, advice);
  if (freshness.freshBy === "s-maxage") find("sharedTime", true, headers["cache-control"]);
  find(evaluated.code, evaluated.code === "fits", evaluated.sent ?? undefined);
  const hasValidator = headers.etag !== undefined || headers["last-modified"] !== undefined;
  find(hasValidator ? "hasValidator" : "noValidator", hasValidator, headers.etag ?? headers["last-modified"]);
  if (headers["set-cookie"] !== undefined) find("setsCookie", false, "Set-Cookie");
  const { vary } = headers;
  if (vary?.trim() === "*") find("variesOnAll", false, vary);
  else if (vary?.split(",").some((name) => !HARMLESS_VARY_HEADERS.includes(name.trim().toLowerCase())))
    find("varies", false, vary);
  if (advice.needsRanges) {
    const hasRanges = status === 206 || headers["accept-ranges"]?.trim().toLowerCase() === "bytes";
    find(hasRanges ? "hasRanges" : "noRanges", hasRanges, headers["accept-ranges"]);
  }
  return { kind, ...freshness, findings, advice: adviceOf(advice, hasValidator) };
}

/** `Vary` headers that hardly split the cache. */
const HARMLESS_VARY_HEADERS = ["accept-encoding", "origin"];

/** Judges how long the response is cached, and names the header that decides it. */
function evaluateFreshness(
  { headers }: OriginAnswer,
  { freshSec, freshBy }: Freshness,
  { leastSec, mostSec }: CacheAdvice,
): Pick<Finding, "code" | "sent"> {
  const header = headers["cache-control"] ?? null;
  const directives = directivesOf(header ?? "");
  if (directives.has("no-store")) return { code: "notStored", sent: header };
  if (directives.has("private")) return { code: "private", sent: header };
  const sent = freshBy === "expires" ? (headers.expires ?? null) : header;
  if (freshSec === null) return { code: "noTime", sent };
  if (freshSec > mostSec) return { code: "tooLong", sent };
  if (freshSec === 0 && leastSec > 0) return { code: "asksEachTime", sent };
  return { code: freshSec < leastSec ? "tooShort" : "fits", sent };
}

const adviceOf = (
  { cacheControl, needsRanges }: CacheAdvice,
  hasValidator: boolean,
): CachingReport["advice"] => [
  { name: "Cache-Control", value: cacheControl },
  ...(hasValidator ? [] : [{ name: "ETag", value: '"…"' }]),
  ...(needsRanges ? [{ name: "Accept-Ranges", value: "bytes" }] : []),
];
