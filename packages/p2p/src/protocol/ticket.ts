/** The peer-to-peer rules of one video. They have the same shape as the contract's rules, which this package does not import. */
export interface P2pRules {
  enabled: boolean;
  /** The minimum number of viewers for peers to exchange data. */
  viewerThreshold: number;
  maxPeers: number;
  /** The share of the measured uplink that may be used, 0–100. */
  uploadPercent: number;
  uploadOnCellular: boolean;
  /** The number of segments that a viewer keeps for sharing, or 0 for as many as fit in memory. */
  savedSegments: number;
  /** Whether peers of other internet providers are matched. */
  interISP: boolean;
}

/** The claims of a verified ticket. */
export interface TicketClaims {
  /** The room: one per video and generation. */
  swarm: string;
  sessionId: string;
  expiresAtMs: number;
  /** When the ticket was issued, in ms since 1970: a ticket issued before its viewer was removed is rejected. */
  issuedAtMs?: number;
  rules: P2pRules;
  /** The truncated address, such as `203.0.113.0/24`. */
  networkPrefix: string;
  asn: number | null;
  country: string | null;
  /** The client's site at which the viewer is. */
  site?: TicketSite;
  /** The tracker for which the ticket is valid, in a form that only the platform reads. */
  edge?: string;
  /** Claims that the platform uses while the viewer watches. The protocol does not read them. */
  watch?: TicketWatch;
}

/** A location whose viewers are close to each other. */
export interface TicketSite {
  uuid: string;
  /** Whether the site's viewers share only with each other. */
  isClosed: boolean;
}

/** The rules that apply to the viewer. */
export interface TicketWatch {
  platform: "web" | "android" | "ios";
  /** Identifies the rules, in a form that only the platform reads. */
  subject: string;
  /** A value that changes when the rules about who may watch change. */
  access: string;
  /** Whether the viewer agreed to share data. Undefined until the viewer answers. */
  consent?: boolean | undefined;
  /** A value that changes when the networks of a site change. */
  sites?: string;
}
