import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { createClientAddress } from "./client-address.ts";

const createRequest = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { "x-forwarded-for": forwarded } }) as unknown as IncomingMessage;

describe("createClientAddress", () => {
  const addressOf = createClientAddress(["10.0.0.0/8", "::1"]);
  it.each([
    ["the socket's address if it is not a trusted proxy", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
    ["the forwarded address behind a proxy", "10.1.2.3", "198.51.100.1", "198.51.100.1"],
    [
      "the last forwarded address that is not a proxy, so that viewers cannot forge one",
      "10.1.2.3",
      "1.1.1.1, 198.51.100.1, 10.9.9.9",
      "198.51.100.1",
    ],
    ["the proxy's address if nothing was forwarded", "10.1.2.3", undefined, "10.1.2.3"],
    ["the proxy's address if the header is invalid", "10.1.2.3", "<script>", "10.1.2.3"],
    [
      "the forwarded address behind a proxy on an IPv6 socket",
      "::ffff:10.1.2.3",
      "198.51.100.1",
      "198.51.100.1",
    ],
    ["the forwarded address behind an IPv6 proxy", "::1", "2001:db8::1", "2001:db8::1"],
  ])("determines the viewer's address: %s", (_, socket, forwarded, expected) => {
    expect(addressOf(createRequest(socket, forwarded))).toBe(expected);
  });
});
