import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FetchError, type FetchFailure } from "./fetch-error.ts";
import { type OpenSocketOptions, openSocket } from "./open-socket.ts";
import type { FetchPolicy } from "./policy.ts";

const LOCAL_ADDRESS = { address: "127.0.0.1", family: 4 };
const OPEN_POLICY: FetchPolicy = {
  isPrivateAllowed: true,
  ports: "any",
  resolve: async () => [LOCAL_ADDRESS],
};

let server: Server;
let port: number;
let connections = 0;
beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => {});
    socket.resume().end("hello");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const connectTo = (options: Partial<OpenSocketOptions>) =>
  openSocket({
    host: "example.test",
    port,
    isSecure: false,
    policy: OPEN_POLICY,
    signal: new AbortController().signal,
    ...options,
  });

async function catchFailure(options: Partial<OpenSocketOptions>): Promise<FetchFailure> {
  const error = await connectTo(options).catch((thrown: unknown) => thrown);
  if (error instanceof FetchError) return error.reason;
  throw error;
}

test("openSocket connects to a host by its resolved and checked address", async () => {
  const socket = await connectTo({});
  let text = "";
  for await (const bytes of socket) text += String(bytes);
  expect(text).toBe("hello");
});

const REFUSED_CASES: [string, FetchFailure, Partial<OpenSocketOptions>][] = [
  ["an address of this machine", "forbidden_address", { host: "127.0.0.1" }],
  ["a name that resolves to an address of this machine", "forbidden_address", {}],
  ["a number that stands for an address of this machine", "forbidden_address", { host: "0x7f000001" }],
  ["an IPv6 address of this machine", "forbidden_address", { host: "::1" }],
  ["a port that is not allowed", "forbidden_port", { port: 22 }],
];
test.each(REFUSED_CASES)("refuses %s before connecting", async (_what, reason, options) => {
  const before = connections;
  const policy: FetchPolicy = { ...OPEN_POLICY, isPrivateAllowed: false, ports: [port] };
  expect(await catchFailure({ policy, ...options })).toBe(reason);
  expect(connections).toBe(before);
});

test("a server without TLS and a missing server cause different errors", async () => {
  expect(await catchFailure({ isSecure: true })).toBe("tls");
  const gone = createServer();
  await new Promise<void>((ready) => gone.listen(0, "127.0.0.1", ready));
  const { port: closedPort } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  expect(await catchFailure({ port: closedPort })).toBe("unreachable");
});

test("aborting ends the wait for a name that is never resolved", async () => {
  const giveUp = new AbortController();
  const policy: FetchPolicy = { ...OPEN_POLICY, resolve: () => new Promise(() => undefined) };
  const opening = connectTo({ policy, signal: giveUp.signal });
  giveUp.abort(new Error("given up"));
  await expect(opening).rejects.toThrow("given up");
});
