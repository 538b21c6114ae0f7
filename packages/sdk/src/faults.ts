/** The errors for a viewer blocked by the owner's rules; each has its own message. */
export const DENIED_FAULTS = [
  "denied",
  "streaming_off",
  "address_denied",
  "country_denied",
  "vpn_denied",
  "website_denied",
  "subdomain_denied",
  "authorization_required",
  "authorization_invalid",
  "suspended",
] as const;

/** All errors of a player, grouped by what the viewer or the host page can do about them. */
export const PLAYER_FAULTS = [
  "not_found",
  "link_ended",
  ...DENIED_FAULTS,
  "not_ready",
  "live_offline",
  "not_started",
  "password_required",
  "password_wrong",
  "encoding_failed",
  "network",
  "media",
  "unsupported",
  "tracker",
  "integrity",
] as const;
export type PlayerFaultType = (typeof PLAYER_FAULTS)[number];

/** Reported by the SDK instead of throwing exceptions. */
export interface PlayerFault {
  type: PlayerFaultType;
  /** For developers; never shown to viewers. */
  detail: string;
  /** Whether playback does not resume automatically. */
  fatal: boolean;
  cause?: unknown;
}
