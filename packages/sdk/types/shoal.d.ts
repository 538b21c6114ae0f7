/** The version of the plugin. */
export declare const version: string;

/** All that can go wrong, by what the page can do about it. Playback goes on from the CDN in every case. */
export declare const SHOAL_ERRORS: readonly [
  /** The options are not as they should be. */
  "options",
  /** The key is unknown or was revoked. */
  "key_unknown",
  /** The key is for other websites. */
  "site_denied",
  /** The client's rules do not let this viewer take part. */
  "denied",
  /** The edge cannot be reached; it is tried again. */
  "unreachable",
  /** Peers or the CDN sent what is not the segment; nothing of it was played from peers. */
  "integrity",
  /** The plugin itself failed. */
  "internal",
];
export type ShoalErrorType = (typeof SHOAL_ERRORS)[number];

export interface ShoalError {
  type: ShoalErrorType;
  /** For a developer's eye. */
  detail: string;
}

/** Totals since the player was attached. */
export interface ShoalMetrics {
  bytesServer: number;
  bytesPeer: number;
  bytesUp: number;
  /** Peers that are connected now. */
  peers: number;
  /** Viewers of the video, this one included. */
  audience: number;
  stalls: number;
  /** Play request to first frame; null before it. */
  startupMs: number | null;
  /** Seconds played. */
  secServer: number;
  secPeer: number;
}

export interface ShoalOptions {
  /** The public key of a config. */
  key: string;
  /** Origin of the edge, without a final slash. */
  edgeUrl: string;
  /** The page's name for the video; by default the path of the manifest. */
  video?: string;
  /** The group that the video belongs to, whose rules hold for it. */
  collection?: string;
  /**
   * A token that your backend signed, where the rules ask for one; a function is asked at each renewal. Says undefined
   * where there is none (any more): nothing is exchanged then. Who says nothing for 10 s is asked again later.
   */
  authorization?: string | (() => string | undefined | Promise<string | undefined>);
  /**
   * Whether the viewer agreed to share data with others, where your page asks them itself; a function is
   * called at each renewal and returns undefined until they answer. Without it, the plugin asks where the
   * rules require it.
   */
  consent?: boolean | (() => boolean | undefined | Promise<boolean | undefined>);
  /** Called every second. */
  onMetrics?(metrics: ShoalMetrics): void;
  onError?(error: ShoalError): void;
  /** Shows, over the page, where each segment comes from: for those who build the page. */
  overlay?: boolean;
}

export interface ShoalAttachment {
  metrics(): ShoalMetrics;
  /** Sets the viewer's answer, first or changed: it applies from now on, instead of the option. */
  setConsent(isGiven: boolean): void;
  /** Lets go of the player, which plays on from its CDN. */
  close(): void;
}
