import type { BeaconBatch } from "@shoal/contract/player";

export type Device = BeaconBatch["device"];
export type Network = BeaconBatch["network"];

/** The Network Information API of Chromium, which other browsers lack. */
interface ConnectionInfo {
  type?: string;
  saveData?: boolean;
}

const connectionInfo = (): ConnectionInfo =>
  (navigator as Navigator & { connection?: ConnectionInfo }).connection ?? {};

export function deviceOf(userAgent: string, hasTouch: boolean, screenWidthPx: number): Device {
  // `tv\b` covers any word that ends in "TV", such as "SMART-TV" and "AppleTV".
  if (/tv\b|tizen|web0s|crkey|\baftt|bravia/i.test(userAgent)) return "tv";
  if (/ipad|tablet|android(?!.*mobile)/i.test(userAgent)) return "tablet";
  if (/iphone|ipod|android/i.test(userAgent)) return "phone";
  if (hasTouch && /macintosh/i.test(userAgent)) return "tablet";
  return screenWidthPx > 1_680 ? "desktop" : "laptop";
}

export const currentDevice = (): Device =>
  deviceOf(navigator.userAgent, navigator.maxTouchPoints > 1, window.screen.width);

/** Returns the type of the current network, or `unknown` if the browser does not reveal it. A computer almost always has a fixed line. */
export function currentNetwork(): Network {
  const { type } = connectionInfo();
  if (type === "cellular") return "mobile";
  return type === "wifi" || type === "ethernet" ? "fixed" : "unknown";
}

/**
 * Returns whether this device may upload. Uploading may cost the viewer money. On mobile networks, and on phones whose network is
 * unknown, it therefore requires that the rule allows it.
 */
export function mayUpload(device: Device, network: Network, uploadOnCellular: boolean): boolean {
  if (connectionInfo().saveData) return false;
  if (uploadOnCellular) return true;
  return network === "fixed" || (network === "unknown" && device !== "phone" && device !== "tablet");
}

const PHONE_CACHE_BYTES = 48_000_000;
const COMPUTER_CACHE_BYTES = 160_000_000;

/** Returns how many bytes of segments are kept for sharing. */
export const cacheBytesFor = (device: Device): number =>
  device === "laptop" || device === "desktop" ? COMPUTER_CACHE_BYTES : PHONE_CACHE_BYTES;
