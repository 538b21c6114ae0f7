import { connect } from "node:net";

export interface RawAnswer {
  status: number;
  /** The headers by lower-case name. */
  headers: Record<string, string>;
  body: string;
}

const RESPONSE_TIMEOUT_MS = 30_000;

/**
 * Requests an address exactly as given, whereas HTTP clients normalise it first.
 * @param origin `http://host:port`
 * @param target the text between `GET` and `HTTP/1.1`.
 * @throws Error if no HTTP response arrives within 30 s.
 */
export function requestRaw(origin: string, target: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`),
    );
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () => socket.destroy(new Error("No answer within 30 s")));
    socket.on("data", (piece) => pieces.push(piece));
    // A server that rejects an incomplete request resets the connection after its response.
    socket.on("error", (error) => pieces.length === 0 && reject(error));
    socket.on("close", () => {
      const text = Buffer.concat(pieces).toString();
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
      if (!status) return reject(new Error(`No HTTP: ${JSON.stringify(text.slice(0, 200))}`));
      const [head = "", ...rest] = text.split("\r\n\r\n");
      resolve({ status, headers: headersIn(head), body: rest.join("\r\n\r\n") });
    });
  });
}

function headersIn(head: string): Record<string, string> {
  const lines = head.split("\r\n").slice(1);
  return Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
}

const LONG_VALUE = "a".repeat(9_000);
const LONGER_THAN_HEADERS = "a".repeat(100_000);

/** Invalid addresses that HTTP clients would not send, by the kind of error. */
export const MALFORMED_PATHS: Readonly<Record<string, string>> = {
  "a step up, in escapes": "/%2e%2e/x",
  "a step up": "/../x",
  "steps up within": "/a/../../etc/passwd",
  "steps up within, in escapes": "/assets/%2e%2e%2f%2e%2e%2fetc/passwd",
  "a step to itself": "/./x",
  "two slashes": "//x",
  "two slashes alone": "//",
  "two slashes within": "/assets//x",
  "another host": "//example.com/%2e%2e",
  "a NUL": "/%00",
  "a NUL within": "/assets/x%00.js",
  "an escape that ends": "/%",
  "an escape of no digits": "/%zz",
  "an escape that is no UTF-8": "/%ff",
  "half an UTF-8 letter": "/%c3",
  "a backslash": "/\\x",
  "steps up with backslashes": "/..\\..\\etc",
  "a backslash in escapes": "/%5c..%5cx",
  "a name longer than file names are": `/${LONG_VALUE}`,
  "a path deeper than file systems are": `/${"a/".repeat(4_500)}`,
  "an address longer than headers may be": `/${LONGER_THAN_HEADERS}`,
  "line ends in escapes": "/%0d%0aset-cookie:x",
  "a script in escapes": "/%3cscript%3e",
  "an address of a proxy": "http://example.com/%2e%2e/x",
  "an address of no host": "http://%/",
  "no slash": "x",
  "a bad escape in a known address": "/api/videos/%zz",
  "a NUL in a known address": "/api/videos/%00",
  "a bad escape in a query": "/api/nothing?x=%zz",
};
