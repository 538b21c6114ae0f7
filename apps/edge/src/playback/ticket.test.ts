import type { TicketClaims } from "@shoal/p2p/protocol";
import { expect, it } from "vitest";
import { PlaybackTokens } from "./playback-token.ts";
import { SwarmTickets } from "./ticket.ts";

const EDGE_URL = "https://play.example.com";
const SIGNING_KEY = { id: "k1", secret: "s".repeat(32) };
const swarmTickets = new SwarmTickets([SIGNING_KEY], EDGE_URL);
const ticketClaims: TicketClaims & { edge: string } = {
  edge: EDGE_URL,
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
const validTicket = swarmTickets.sign(ticketClaims);

it("a ticket's claims are verified, also under an earlier key", () => {
  expect(swarmTickets.verify(validTicket)).toEqual(ticketClaims);
  const later = new SwarmTickets([{ id: "k2", secret: "t".repeat(32) }, SIGNING_KEY], EDGE_URL);
  expect(later.verify(validTicket)).toEqual(ticketClaims);
});

const [id = "", payload = "", signature = ""] = validTicket.split(".");
const changedPayload = Buffer.from(JSON.stringify({ ...ticketClaims, swarm: "client/other/1" })).toString(
  "base64url",
);
it.each([
  ["is out of date", swarmTickets.sign({ ...ticketClaims, expiresAtMs: Date.now() - 1 })],
  ["is for another edge", swarmTickets.sign({ ...ticketClaims, edge: "https://us.example.com" })],
  ["was made before edges were named", swarmTickets.sign({ ...ticketClaims, edge: undefined as never })],
  [
    "was signed with another secret",
    new SwarmTickets([{ ...SIGNING_KEY, secret: "x".repeat(32) }], EDGE_URL).sign(ticketClaims),
  ],
  [
    "was signed with an unknown key",
    new SwarmTickets([{ ...SIGNING_KEY, id: "k9" }], EDGE_URL).sign(ticketClaims),
  ],
  ["names another room than was signed", [id, changedPayload, signature].join(".")],
  ["has lost its signature", `${id}.${payload}.`],
  [
    "is a playback token",
    new PlaybackTokens([SIGNING_KEY]).sign({ ...ticketClaims, clientId: "c", uuid: "u", generation: 1 }),
  ],
  ["is empty", ""],
])("a ticket that %s is invalid", (_name, ticket) => {
  expect(swarmTickets.verify(ticket)).toBeUndefined();
});
