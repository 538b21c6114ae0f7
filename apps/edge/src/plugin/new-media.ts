import type { BeaconMinute } from "@shoal/contract/player";
import { LRUCache } from "lru-cache";
import { NamedCollections } from "./named-collections.ts";

/** The seconds of playback after which media count as watched. A viewer who opens a session and leaves has not watched anything. */
const MIN_WATCHED_SEC = 10;
/**
 * The maximum number of new names per network and hour. An office rarely watches more media within an hour, and further names are
 * listed in the next hour.
 */
const NAMES_OF_NETWORK_PER_HOUR = 60;
const NAMES_OF_KEY_PER_HOUR = 600;
/** The number of remembered sessions. A forgotten session must play for `MIN_WATCHED_SEC` again. */
const MAX_SESSIONS = 20_000;

/** A plugin session, according to its token. */
export interface PluginViewing {
  sessionId: string;
  clientId: string;
  video: string;
  /** The config whose key the plugin sent; undefined if unknown. */
  configUuid?: string | undefined;
  bornAtMs: number;
  /** The viewer's network. */
  network: string;
}

/** How far a session has loaded and played its media, according to its reports. */
interface SessionProgress {
  hasLoaded: boolean;
  /** The latest reported minute, in minutes since 1970. */
  minute: number;
  /** The seconds played in the latest minute; `secBefore` has the seconds of earlier minutes. */
  sec: number;
  secBefore: number;
}

/**
 * Decides which media on other CDNs are added to a client's list: only those that viewers really watch. Keys are public, and pages
 * choose names freely. The only reliable facts are the time by the edge's own clock, and the number of names per network.
 */
export class NewMedia {
  readonly #nowMs: () => number;
  readonly #ofNetworks: NamedCollections;
  readonly #ofKeys: NamedCollections;
  readonly #watched = new LRUCache<string, SessionProgress>({ max: MAX_SESSIONS });
  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
    this.#ofNetworks = new NamedCollections(nowMs, NAMES_OF_NETWORK_PER_HOUR);
    this.#ofKeys = new NamedCollections(nowMs, NAMES_OF_KEY_PER_HOUR);
  }

  /**
   * Whether media that are not in a list yet should be added now.
   * @param minutes reported by a beacon of the session.
   */
  mayList(
    { sessionId, clientId, video, configUuid = "", bornAtMs, network }: PluginViewing,
    minutes: readonly BeaconMinute[],
  ): boolean {
    const { hasLoaded, sec, secBefore } = this.#record(sessionId, minutes);
    const isOld = this.#nowMs() - bornAtMs >= MIN_WATCHED_SEC * 1_000;
    if (!hasLoaded || sec + secBefore < MIN_WATCHED_SEC || !isOld) return false;
    const name = `${clientId} ${video}`;
    return (
      this.#ofNetworks.tryConsume(network, name) && this.#ofKeys.tryConsume(`${clientId} ${configUuid}`, name)
    );
  }

  /** Adds reported playback to a session's total over all minutes, since a short video may begin just before a minute ends. */
  #record(sessionId: string, minutes: readonly BeaconMinute[]): SessionProgress {
    const watched = this.#watched.get(sessionId) ?? { hasLoaded: false, minute: 0, sec: 0, secBefore: 0 };
    this.#watched.set(sessionId, watched);
    for (const each of minutes.toSorted((a, b) => a.minute - b.minute)) {
      if (each.bytesServer + each.bytesPeer > 0) watched.hasLoaded = true;
      if (each.minute < watched.minute) continue;
      // A minute is reported repeatedly, each time with its total up to that moment.
      if (each.minute > watched.minute) watched.secBefore += watched.sec;
      watched.minute = each.minute;
      watched.sec = each.secServer + each.secPeer;
    }
    return watched;
  }
}
