import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage, Server } from "node:http";
import { createServer as createPipe, type Server as PipeServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { makeHttpServer } from "@shoal/lifecycle";
import type { SourceAddress } from "@shoal/media";
import { FetchError, type FetchPolicy, openSocket, safeFetch } from "@shoal/safe-fetch";

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;
/** The maximum number of connections to one source: those for its renditions and its keys, and those that are not closed yet. */
const MAX_CONNECTIONS = 32;

/** The connection between a sandboxed process and its source. */
export interface SourceTunnel {
  /** The path of the UNIX socket on the side of the sandbox. */
  path: string;
  /** Why the last connection failed; undefined if it succeeded. */
  readonly failure: FetchError | undefined;
  close(): Promise<void>;
}

/**
 * Opens a tunnel to one source. The sandboxed process is untrusted. The address of each connection, or of each request with HTTP,
 * is therefore resolved and checked against the policy, and the tunnel connects to exactly the checked address.
 */
export async function openSourceTunnel(address: SourceAddress, policy: FetchPolicy): Promise<SourceTunnel> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-source-"));
  const path = join(folder, "tunnel");
  const leaving = new AbortController();
  const ways: TunnelContext = { policy, signal: leaving.signal, failure: undefined, secureHosts: new Set() };
  const server = address.family === "http" ? openProxy(ways) : openPipe(address, ways);
  server.maxConnections = MAX_CONNECTIONS;
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
  return {
    path,
    get failure() {
      return ways.failure;
    },
    async close() {
      leaving.abort();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface TunnelContext {
  policy: FetchPolicy;
  signal: AbortSignal;
  failure: FetchError | undefined;
  /** Hosts whose certificate has been verified. */
  secureHosts: Set<string>;
}

/** Opens a server that forwards all of its connections to one source. */
function openPipe({ host, port, isSecure }: SourceAddress, ways: TunnelContext): PipeServer {
  return createPipe((inner) => {
    void connectThrough(ways, { host, port, isSecure }).then(
      (outer) => joinSockets(inner, outer),
      () => inner.destroy(),
    );
  });
}

/** Opens an HTTP proxy, whose requests have complete addresses. For TLS, the process uses CONNECT. */
function openProxy(ways: TunnelContext): Server {
  const server = makeHttpServer((request, response) => {
    void forwardRequest(request, ways).then(
      ({ status, headers, body }) => {
        response.writeHead(status, headers);
        pipeline(body, response, () => undefined);
      },
      () => response.destroy(),
    );
  });
  return server.on("connect", (request: IncomingMessage, inner: Socket, head: Buffer) => {
    void openTlsConnection(request.url ?? "", ways).then(
      (outer) => {
        inner.write("HTTP/1.1 200 OK\r\n\r\n");
        if (head.length > 0) outer.write(head);
        joinSockets(inner, outer);
      },
      () => inner.destroy(),
    );
  });
}

/** Request headers that apply only to the connection with the proxy. */
const HOP_HEADERS = new Set(["host", "connection", "proxy-connection"]);

/** Fetches a URL for the process. Redirects are passed on to the process, which follows them with another request. */
function forwardRequest({ url = "", headers, method }: IncomingMessage, ways: TunnelContext) {
  const passed = Object.entries(headers).filter(([name]) => !HOP_HEADERS.has(name));
  return withRecordedFailure(ways, () =>
    safeFetch(url, {
      policy: ways.policy,
      signal: ways.signal,
      maxRedirects: 0,

      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      method: method === "HEAD" ? "HEAD" : "GET",
      headers: Object.fromEntries(passed.map(([name, value]) => [name, String(value)])),
    }),
  );
}

/** Opens a connection for TLS. The tunnel verifies the certificate, once per host, because ffmpeg verifies none. */
async function openTlsConnection(hostAndPort: string, ways: TunnelContext): Promise<Socket> {
  const { hostname, port } = new URL(`https://${hostAndPort}`);
  const target = { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || 443 };
  if (!ways.secureHosts.has(hostAndPort)) {
    const checked = await connectThrough(ways, { ...target, isSecure: true });
    checked.destroy();
    ways.secureHosts.add(hostAndPort);
  }
  return connectThrough(ways, { ...target, isSecure: false });
}

type TunnelTarget = Pick<SourceAddress, "host" | "port" | "isSecure">;

const connectThrough = (ways: TunnelContext, target: TunnelTarget): Promise<Socket> =>
  withRecordedFailure(ways, () =>
    openSocket({
      ...target,
      policy: ways.policy,
      signal: AbortSignal.any([ways.signal, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]),
    }),
  );

/** Runs a task, and records why the last connection failed. */
async function withRecordedFailure<T>(ways: TunnelContext, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    ways.failure = undefined;
    return result;
  } catch (error) {
    ways.failure = error instanceof FetchError ? error : new FetchError("timeout", "No connection in time");
    throw error;
  }
}

/** Connects two sockets. When one of them closes, the other one is closed too. */
function joinSockets(inner: Socket, outer: Socket): void {
  pipeline(inner, outer, inner, () => {
    inner.destroy();
    outer.destroy();
  });
}
