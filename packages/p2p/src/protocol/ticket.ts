/** Peer-to-peer rules of one video; the same shape as the contract's, which this package does not import. */
export interface P2pRules {
  enabled: boolean;
  /** Peers exchange only from this number of viewers on. */
  viewerThreshold: number;
  maxPeers: number;
  /** Share of the measured uplink that may be used, 0–100. */
  uploadPercent: number;
  uploadOnCellular: boolean;
}

/** What a verified ticket says of its bearer. */
export interface TicketClaims {
  /** The room: one per video and generation. */
  swarm: string;
  sessionId: string;
  expiresAtMs: number;
  rules: P2pRules;
  /** Truncated address, such as `203.0.113.0/24`. */
  networkPrefix: string;
  asn: number | null;
  country: string | null;
}
