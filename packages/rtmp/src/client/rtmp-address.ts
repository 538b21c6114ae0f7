/** The parsed address of a server that accepts publishers. */
export interface RtmpAddress {
  isSecure: boolean;
  /** The host to resolve, without the brackets of IPv6. */
  host: string;
  port: number;
  /** The path, for example `live` in `rtmp://host/live`. */
  app: string;
  /** The server's address as the user entered it, without a key. */
  tcUrl: string;
}

const DEFAULT_PORT = 1_935;
const DEFAULT_SECURE_PORT = 443;

/**
 * Parses the address of a server.
 * @returns undefined unless it is an RTMP or RTMPS address without credentials.
 * @example readRtmpAddress("rtmps://host/live/"); // { isSecure: true, host: "host", port: 443, app: "live", … }
 */
export function readRtmpAddress(text: string): RtmpAddress | undefined {
  const url = URL.parse(text);
  // The URL parser normalises hosts only for schemes that it knows. With another scheme, an integer would pass as a host.
  const spelt = URL.parse(text.replace(/^rtmps?:/i, "http:"));
  const isSecure = url?.protocol === "rtmps:";
  if (!url?.hostname || !spelt || (url.protocol !== "rtmp:" && !isSecure)) return undefined;
  if (url.username || url.password) return undefined;
  const host = spelt.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port) || (isSecure ? DEFAULT_SECURE_PORT : DEFAULT_PORT);
  const app = `${url.pathname.replace(/^\/+|(?<!\/)\/+$/g, "")}${url.search}`;
  return { isSecure, host, port, app, tcUrl: `${url.protocol}//${spelt.hostname}:${port}/${app}` };
}
