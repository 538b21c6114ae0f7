import Bowser from "bowser";
import { isbotMatch } from "isbot";
import { LRUCache } from "lru-cache";

/** The browser and system of a user agent, as names without versions; "" if unknown. */
export interface UserAgent {
  browser: string;
  system: string;
  /** Whether the program identifies itself as a robot, such as a search engine's; `browser` contains its name. */
  isRobot?: true;
}

const UNKNOWN_AGENT: UserAgent = { browser: "", system: "" };
/** The number of cached user agents. Most viewers share a few hundred, and parsing takes 100 times as long as a lookup. */
const CACHE_SIZE = 5_000;
/** The maximum length of a user agent that is parsed. Browsers send shorter ones. */
const MAX_HEADER_CHARS = 512;
/** The maximum length of a name, since unknown names are taken from the header unchanged. */
const MAX_NAME_CHARS = 40;
const agentCache = new LRUCache<string, UserAgent>({ max: CACHE_SIZE });

/**
 * Parses the User-Agent header.
 * @example readUserAgent("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0").browser // "Firefox"
 */
export function parseUserAgent(header: string | undefined): UserAgent {
  if (!header) return UNKNOWN_AGENT;
  // Longer user agents are identified by their beginning, if at all.
  if (header.length > MAX_HEADER_CHARS) return robotOf(header.slice(0, MAX_HEADER_CHARS)) ?? UNKNOWN_AGENT;
  const found = agentCache.get(header);
  if (found) return found;
  const read = robotOf(header) ?? browserOf(header);
  agentCache.set(header, read);
  return read;
}

/** Whether the calling program identifies itself as a robot. */
export const isRobotAgent = (header: string | undefined): boolean => parseUserAgent(header).isRobot === true;

const nameOf = (name = "") => name.slice(0, MAX_NAME_CHARS);

function robotOf(header: string): UserAgent | undefined {
  const name = isbotMatch(header);
  return name === null ? undefined : { browser: nameOf(name), system: "", isRobot: true };
}

function browserOf(header: string): UserAgent {
  const { browser, os } = Bowser.parse(header);
  return { browser: nameOf(browser.name), system: nameOf(os.name) };
}
