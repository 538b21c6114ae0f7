/**
 * The browser features that no page of ours uses. Browsers log unknown ones in the console of every page, so only features of
 * all Chromium versions are listed (Web Bluetooth is not in Linux's).
 */
const UNUSED = [
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

/** The features of the player, in a page of ours or framed by any other. */
const PLAYER = ["autoplay", "encrypted-media", "fullscreen", "picture-in-picture"] as const;
/** The features of publishing from the dashboard. */
const PUBLISHING: readonly string[] = ["camera", "display-capture", "microphone"];

/**
 * The `Permissions-Policy` of pages that are a player: what it does where the framing page allows it, nothing else.
 * @example playerPermissions() // "autoplay=(self), …, camera=(), …"
 */
export const playerPermissions = (): string =>
  [...PLAYER.map((name) => `${name}=(self)`), ...UNUSED.map((name) => `${name}=()`)].join(", ");

/**
 * The `Permissions-Policy` of the dashboard: publishing, what the framed player does, nothing else.
 * @param edgeUrl where the framed player comes from.
 */
export function dashboardPermissions(edgeUrl: string): string {
  const player = `(self "${new URL(edgeUrl).origin}")`;
  return [
    ...PLAYER.map((name) => `${name}=${player}`),
    ...UNUSED.map((name) => `${name}=${PUBLISHING.includes(name) ? "(self)" : "()"}`),
  ].join(", ");
}
