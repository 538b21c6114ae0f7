import type { BeaconMinute } from "@shoal/contract";
import { NamedCollections } from "./named-collections.ts";

/** Who opens a session and leaves has watched nothing. */
const WATCHED_SEC = 10;
/** An office whose people watch a client's whole list in an hour is rare; what is beyond is listed in the next. */
const NAMES_OF_NETWORK_PER_HOUR = 60;
const NAMES_OF_KEY_PER_HOUR = 600;

/** A session of the plugin, as its token says. */
export interface PluginViewing {
  clientId: string;
  video: string;
  /** Of the config whose key the plugin gave; undefined for none that is known. */
  configUuid?: string | undefined;
  bornAtMs: number;
  /** From which it is watched. */
  network: string;
}

/**
 * Which media on other CDNs are listed anew: those that somebody watches. Keys are public, and the name of media is the
 * page's word; nothing but time by the edge's own clock, and how many names come from where, is not.
 */
export class NewMedia {
  readonly #nowMs: () => number;
  readonly #ofNetworks: NamedCollections;
  readonly #ofKeys: NamedCollections;
  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
    this.#ofNetworks = new NamedCollections(nowMs, NAMES_OF_NETWORK_PER_HOUR);
    this.#ofKeys = new NamedCollections(nowMs, NAMES_OF_KEY_PER_HOUR);
  }

  /** Whether media that are in no list yet come into it now. @param minutes that the session told of. */
  mayList(
    { clientId, video, configUuid = "", bornAtMs, network }: PluginViewing,
    minutes: readonly BeaconMinute[],
  ): boolean {
    const playedSec = minutes.reduce((sum, { secServer, secPeer }) => sum + secServer + secPeer, 0);
    const loaded = minutes.some(({ bytesServer, bytesPeer }) => bytesServer + bytesPeer > 0);
    const isOld = this.#nowMs() - bornAtMs >= WATCHED_SEC * 1_000;
    if (!loaded || playedSec < WATCHED_SEC || !isOld) return false;
    const name = `${clientId} ${video}`;
    return this.#ofNetworks.take(network, name) && this.#ofKeys.take(`${clientId} ${configUuid}`, name);
  }
}
