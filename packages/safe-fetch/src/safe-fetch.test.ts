import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asFetchError, FetchError } from "./fetch-error.ts";
import { type FetchPolicy, type HostResolver, parsePorts } from "./policy.ts";
import { safeFetch } from "./safe-fetch.ts";

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let port: number;
let requests: IncomingMessage[];
let respond: RequestHandler;
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    respond(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The policy of a closed network, which allows the local server under any name. */
const OPEN_POLICY: FetchPolicy = {
  isPrivateAllowed: true,
  ports: "any",
  resolve: async () => [LOCAL_ADDRESS],
};
const LOCAL_ADDRESS = { address: "127.0.0.1", family: 4 };
const CLOSED_POLICY: FetchPolicy = { isPrivateAllowed: false, ports: "any" };

function fetchLocally(
  url: string,
  policy: FetchPolicy = OPEN_POLICY,
  options: { idleTimeoutMs?: number; signal?: AbortSignal } = {},
) {
  requests = [];
  return safeFetch(url, { policy, connectTimeoutMs: 5_000, idleTimeoutMs: 5_000, ...options });
}
const catchFailure = (promise: Promise<unknown>) =>
  promise.then(
    () => "answered",
    (error: unknown) => (error instanceof FetchError ? error.reason : String(error)),
  );
const redirectTo =
  (location: string, status = 302): RequestHandler =>
  (_request, response) =>
    response.writeHead(status, { location }).end();

test("a name is resolved once, and the request to its address has the name as host", async () => {
  const requestedUrls: string[] = [];
  const resolve: HostResolver = async (host) => {
    requestedUrls.push(host);
    return [LOCAL_ADDRESS];
  };
  respond = (_request, response) => response.end("film");
  const { status, body, url } = await fetchLocally(`http://films.example:${port}/a?b=c`, {
    ...OPEN_POLICY,
    resolve,
  });
  expect([status, await textOf(body), url.href]).toEqual([200, "film", `http://films.example:${port}/a?b=c`]);
  expect(requestedUrls).toEqual(["films.example"]);
  expect(requests[0]?.headers.host).toBe(`films.example:${port}`);
});

test("a name that later resolves to another address is fetched from the first one", async () => {
  const answers = [[LOCAL_ADDRESS], [{ address: "169.254.169.254", family: 4 }]];
  respond = (_request, response) => response.end("film");
  const rebinding: FetchPolicy = { ...OPEN_POLICY, resolve: async () => answers.shift() ?? [] };
  expect(await textOf((await fetchLocally(`http://films.example:${port}/`, rebinding)).body)).toBe("film");
  // The next request resolves the name again and is rejected.
  expect(await catchFailure(fetchLocally(`http://films.example:${port}/`, rebinding))).toBe(
    "forbidden_address",
  );
});

test("forbidden ones of several addresses are skipped", async () => {
  respond = (_request, response) => response.end();
  const resolve: HostResolver = async () => [{ address: "169.254.169.254", family: 4 }, LOCAL_ADDRESS];
  expect((await fetchLocally(`http://films.example:${port}/`, { ...OPEN_POLICY, resolve })).status).toBe(200);
});

test.each([
  "http://127.0.0.1/",
  "http://127.1/",
  "http://2130706433/",
  "http://0177.0.0.1/",
  "http://0x7f000001/",
  "http://[::1]/",
  "http://[::ffff:10.0.0.1]/",
  "http://10.1.2.3/",
  "http://169.254.169.254/latest/meta-data",
  "http://100.100.100.200/",
  "http://[fd00:ec2::254]/",
  "http://0.0.0.0/",
  "http://①②⑦.0.0.1/",
  "http://localhost/",
])("safeFetch refuses to fetch %s", async (url) => {
  expect(await catchFailure(fetchLocally(url, CLOSED_POLICY))).toBe("forbidden_address");
});

test("link-local addresses are forbidden even if private networks are allowed", async () => {
  expect(await catchFailure(fetchLocally("http://169.254.169.254/", OPEN_POLICY))).toBe("forbidden_address");
});

test.each([
  "http://127.0.0.1:1/",
  "http://169.254.169.254/",
  "http://[::1]/",
  "http://[::ffff:10.0.0.1]/",
  "http://2130706433/",
  "http://017700000001/",
  "//inner.example/",
])("a redirect to %s is not followed", async (location) => {
  // The first hop is a local server that counts as public, and later names resolve to private addresses.
  const names: Record<string, string> = { "inner.example": "192.168.0.1" };
  const resolve: HostResolver = async (host) => [{ address: names[host] ?? "127.0.0.1", family: 4 }];
  respond = redirectTo(location);
  const policy: FetchPolicy = { isPrivateAllowed: false, ports: "any", resolve };
  const firstHop: FetchPolicy = {
    ...policy,
    // Private addresses are allowed until the first request arrives.
    get isPrivateAllowed() {
      return requests.length === 0;
    },
  };
  expect(await catchFailure(fetchLocally(`http://films.example:${port}/`, firstHop))).toBe(
    "forbidden_address",
  );
  expect(requests).toHaveLength(1);
});

test("safeFetch follows five redirects, but not a sixth or one without a target", async () => {
  const hops = (count: number): RequestHandler => {
    let left = count;
    return (request, response) => {
      left -= 1;
      if (left < 0) response.end("there");
      else redirectTo(`/${left}`)(request, response);
    };
  };
  respond = hops(5);
  const { body, url } = await fetchLocally(`http://films.example:${port}/`);
  expect([await textOf(body), url.pathname]).toEqual(["there", "/0"]);
  respond = hops(6);
  expect(await catchFailure(fetchLocally(`http://films.example:${port}/`))).toBe("too_many_redirects");
  respond = (_request, response) => response.writeHead(301).end();
  expect(await catchFailure(fetchLocally(`http://films.example:${port}/`))).toBe("too_many_redirects");
});

test("credentials in the URL are sent only to its own origin and appear in no error", async () => {
  respond = (request, response) =>
    request.url === "/" ? redirectTo(`http://other.example:${port}/x`)(request, response) : response.end();
  const { url } = await fetchLocally(`http://me:s%40crt@films.example:${port}/`);
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([
    `Basic ${Buffer.from("me:s@crt").toString("base64")}`,
    undefined,
  ]);
  expect(url.href).not.toContain("crt");
  const refusal = fetchLocally("http://me:s3crt@10.0.0.1/path?token=t0ken", CLOSED_POLICY);
  await expect(refusal).rejects.toSatisfy((error: Error) => !/s3crt|t0ken|path/.test(String(error.stack)));
});

test("safeFetch allows only http, https and the configured ports", async () => {
  expect(await catchFailure(fetchLocally("file:///etc/passwd"))).toBe("bad_url");
  expect(await catchFailure(fetchLocally("nonsense"))).toBe("bad_url");
  respond = redirectTo("ftp://films.example/");
  expect(await catchFailure(fetchLocally(`http://films.example:${port}/`))).toBe("bad_url");
  expect(
    await catchFailure(
      fetchLocally("http://films.example:22/", { ...OPEN_POLICY, ports: parsePorts("80, 443") }),
    ),
  ).toBe("forbidden_port");
  expect(() => parsePorts("80,x")).toThrow("must list ports");
});

test("timeouts, broken connections and missing servers have different errors", async () => {
  respond = () => undefined;
  expect(
    await catchFailure(fetchLocally(`http://a.example:${port}/`, OPEN_POLICY, { idleTimeoutMs: 50 })),
  ).toBe("timeout");
  respond = (_request, response) => void response.writeHead(200, { "content-length": "10" }).write("half");
  const stuck = fetchLocally(`http://a.example:${port}/`, OPEN_POLICY, { idleTimeoutMs: 50 });
  expect(await catchFailure(stuck.then(({ body }) => textOf(body)))).toBe("timeout");
  respond = (_request, response) => {
    response.writeHead(200, { "content-length": "10" }).write("half", () => response.destroy());
  };
  const cut = await fetchLocally(`http://a.example:${port}/`);
  const broken = await textOf(cut.body).catch((error: unknown) => asFetchError(error, "a.example").reason);
  expect(broken).toBe("broken");
  const resolve: HostResolver = () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }));
  expect(await catchFailure(fetchLocally("http://b.example/", { ...OPEN_POLICY, resolve }))).toBe(
    "unresolved",
  );
  const never: HostResolver = () => new Promise(() => undefined);
  const waiting = safeFetch("http://b.example/", {
    policy: { ...OPEN_POLICY, resolve: never },
    connectTimeoutMs: 30,
    idleTimeoutMs: 30,
  });
  expect(await catchFailure(waiting)).toBe("timeout");
});

test("a slow reader causes no timeout, a silent server does, and an earlier error is reported when reading starts", async () => {
  respond = (_request, response) => void response.writeHead(200, { "content-length": "10" }).write("half");
  const { body } = await fetchLocally(`http://a.example:${port}/`);
  const isClosed = new Promise((resolve) => body.once("close", resolve));
  for (let silences = 0; silences < 2; silences++) {
    const silence = new Promise((resolve) => body.socket.once("timeout", resolve));
    // A shorter limit could be exceeded on a busy machine before the response arrives.
    body.socket.setTimeout(1);
    await Promise.race([silence, isClosed]);
    // The connection has the requested time limit.
    expect([body.destroyed, body.socket.timeout]).toEqual([false, 5_000]);
  }
  const reading = catchFailure(textOf(body));
  body.socket.setTimeout(1);
  expect(await reading).toBe("timeout");
  const unread = (await fetchLocally(`http://a.example:${port}/`)).body;
  const isUnreadClosed = new Promise((resolve) => unread.once("close", resolve));
  unread.destroy(new FetchError("timeout", "No data in time"));
  await isUnreadClosed;
  expect(await catchFailure(textOf(unread))).toBe("timeout");
});

test("aborting ends the wait and the reading", async () => {
  respond = () => undefined;
  const giveUp = new AbortController();
  const waiting = fetchLocally(`http://a.example:${port}/`, OPEN_POLICY, { signal: giveUp.signal });
  giveUp.abort(new Error("enough"));
  expect(await catchFailure(waiting)).toBe("Error: enough");
});
