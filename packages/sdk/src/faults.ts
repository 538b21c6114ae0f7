/** The owner's rules block this viewer; each has its own message. */
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

/** All that can go wrong in a player, by what the viewer or the host page can do about it. */
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

/** The reports of the SDK, instead of exceptions. */
export interface PlayerFault {
  type: PlayerFaultType;
  /** For a developer's eye; never shown to a viewer. */
  detail: string;
  /** Playback does not resume automatically. */
  fatal: boolean;
  cause?: unknown;
}
