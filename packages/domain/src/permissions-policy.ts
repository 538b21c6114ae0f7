/**
 * Browser features that none of our pages use. Browsers log unknown features in the console of every page, so only those of all
 * Chromium versions are listed (Linux lacks Web Bluetooth).
 */
const UNUSED_FEATURES = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
] as const;

/** The features of the player, on our pages and embedded in others. */
const PLAYER_FEATURES = ["autoplay", "encrypted-media", "fullscreen", "picture-in-picture"] as const;
/** The features needed to publish from the dashboard. */
const PUBLISHING_FEATURES: readonly string[] = ["camera", "display-capture", "microphone"];

/**
 * Returns the `Permissions-Policy` of player pages: only the player's features, as far as the embedding page allows them.
 * @example playerPermissions() // "autoplay=(self), …, camera=(), …"
 */
export const playerPermissions = (): string =>
  [...PLAYER_FEATURES.map((name) => `${name}=(self)`), ...UNUSED_FEATURES.map((name) => `${name}=()`)].join(
    ", ",
  );

/**
 * Returns the `Permissions-Policy` of the dashboard: only features for publishing and for the embedded player.
 * @param edgeUrl origin of the embedded player.
 */
export function dashboardPermissions(edgeUrl: string): string {
  const player = `(self "${new URL(edgeUrl).origin}")`;
  return [
    ...PLAYER_FEATURES.map((name) => `${name}=${player}`),
    ...UNUSED_FEATURES.map((name) => `${name}=${PUBLISHING_FEATURES.includes(name) ? "(self)" : "()"}`),
  ].join(", ");
}
