/** The version of the plugin. */
export declare const version: string;

/** All errors, grouped by what the page can do about them. Playback continues from the CDN in every case. */
export declare const SHOAL_ERRORS: readonly [
  /** The options are not valid. */
  "options",
  /** The key is unknown or was revoked. */
  "key_unknown",
  /** The key is for other websites. */
  "site_denied",
  /** The client's rules do not allow this viewer to participate. */
  "denied",
  /** The edge is unreachable; the plugin retries automatically. */
  "unreachable",
  /** Peers or the CDN sent data that does not match the segment. Peer data was not played. */
  "integrity",
  /** The plugin itself failed. */
  "internal",
];
export type ShoalErrorType = (typeof SHOAL_ERRORS)[number];

export interface ShoalError {
  type: ShoalErrorType;
  /** For developers. */
  detail: string;
}

/** Totals since the player was attached. */
export interface ShoalMetrics {
  bytesServer: number;
  bytesPeer: number;
  bytesUp: number;
  /** Peers that are currently connected. */
  peers: number;
  /** Viewers of the video, including this one. */
  audience: number;
  stalls: number;
  /** From the play request to the first frame, in ms; null before it. */
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
  /** The page's name for the video; by default the manifest's path. */
  video?: string;
  /** The collection of the video, whose rules apply to it. */
  collection?: string;
  /**
   * A token signed by your backend, if the rules require one; a function is called at each renewal. It returns undefined if
   * there is no token (any more): nothing is shared with peers. If it does not answer within 10 s, it is called again later.
   */
  authorization?: string | (() => string | undefined | Promise<string | undefined>);
  /**
   * Whether the viewer agreed to share data, if your page asks them itself; a function is called at each renewal and returns
   * undefined until they answer. Without it, the plugin asks if the rules require it.
   */
  consent?: boolean | (() => boolean | undefined | Promise<boolean | undefined>);
  /** Called every second. */
  onMetrics?(metrics: ShoalMetrics): void;
  onError?(error: ShoalError): void;
  /** Shows over the page where each segment comes from, for developers. */
  overlay?: boolean;
}

export interface ShoalAttachment {
  metrics(): ShoalMetrics;
  /** Sets or changes the viewer's consent, which replaces that of the options. */
  setConsent(isGiven: boolean): void;
  /** Detaches from the player, which continues from its CDN. */
  close(): void;
}
