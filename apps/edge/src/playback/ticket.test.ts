import type { TicketClaims } from "@shoal/p2p/protocol";
import { expect, it } from "vitest";
import { PlaybackTokens } from "./playback-token.ts";
import { SwarmTickets } from "./ticket.ts";

const EDGE = "https://play.example.com";
const KEY = { id: "k1", secret: "s".repeat(32) };
const tickets = new SwarmTickets([KEY], EDGE);
const claims: TicketClaims & { edge: string } = {
  edge: EDGE,
  swarm: "client/video/1",
  sessionId: "session",
  expiresAtMs: Date.now() + 60_000,
  rules: {
    enabled: true,
    viewerThreshold: 1,
    maxPeers: 8,
    uploadPercent: 80,

    uploadOnCellular: false,
    savedSegments: 0,
    interISP: true,
  },

  networkPrefix: "203.0.113.0/24",
  asn: 64_500,
  country: "FR",
};
const good = tickets.sign(claims);

it("a ticket's claims are verified, also under an earlier key", () => {
  expect(tickets.verify(good)).toEqual(claims);
  const later = new SwarmTickets([{ id: "k2", secret: "t".repeat(32) }, KEY], EDGE);
  expect(later.verify(good)).toEqual(claims);
});

const [id = "", payload = "", signature = ""] = good.split(".");
const changed = Buffer.from(JSON.stringify({ ...claims, swarm: "client/other/1" })).toString("base64url");
it.each([
  ["is out of date", tickets.sign({ ...claims, expiresAtMs: Date.now() - 1 })],
  ["is for another edge", tickets.sign({ ...claims, edge: "https://us.example.com" })],
  ["was made before edges were named", tickets.sign({ ...claims, edge: undefined as never })],
  [
    "was signed with another secret",
    new SwarmTickets([{ ...KEY, secret: "x".repeat(32) }], EDGE).sign(claims),
  ],
  ["was signed with an unknown key", new SwarmTickets([{ ...KEY, id: "k9" }], EDGE).sign(claims)],
  ["names another room than was signed", [id, changed, signature].join(".")],
  ["has lost its signature", `${id}.${payload}.`],
  [
    "is a playback token",
    new PlaybackTokens([KEY]).sign({ ...claims, clientId: "c", uuid: "u", generation: 1 }),
  ],
  ["is empty", ""],
])("a ticket that %s is invalid", (_name, ticket) => {
  expect(tickets.verify(ticket)).toBeUndefined();
});
