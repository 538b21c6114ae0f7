/** The errors for a viewer whom the owner's rules block. Each has its own message. */
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

/** An error that the SDK reports instead of throwing an exception. */
export interface PlayerFault {
  type: PlayerFaultType;
  /** A message for developers. It is never shown to viewers. */
  detail: string;
  /** Whether playback has ended and does not resume automatically. */
  fatal: boolean;
  cause?: unknown;
}
