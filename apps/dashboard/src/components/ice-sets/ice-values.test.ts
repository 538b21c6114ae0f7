import { IceSetInput } from "@shoal/contract";
import { expect, test } from "vitest";
import {
  createRow,
  hasFault,
  keepsCredentials,
  rowsOfServers,
  type ServerRow,
  serversOfRows,
} from "./ice-values.ts";

const TURN = "turn:turn.example.org:3478";
const row = (urls: string[], more: Partial<ServerRow> = {}): ServerRow => ({ ...createRow(), urls, ...more });
const SHARED_SECRET_SERVER = { urls: [TURN], opener: "secret" } as const;
const CREDENTIAL_SERVER = { urls: [TURN], opener: "credential", username: "shop" } as const;
const namedRow = (more: Partial<ServerRow> = {}) => row([TURN], { opener: "credential", ...more });

test.each([
  [row(["stun:stun.example.org:3478"]), false],
  [row([TURN], { secret: "word" }), false],
  [row([TURN], { kept: SHARED_SECRET_SERVER }), false],
  // The stored secret belongs to another server, so it must be entered again.
  [row(["turn:turn.example.org:5349"], { kept: SHARED_SECRET_SERVER }), true],
  [row([TURN]), true],
  [row(["stun:stun.example.org", "turns:turn.example.org"]), true],
  [row(["https://stun.example.org"]), true],
  [row(["turn:turn.example.org?transport=sctp"], { secret: "word" }), true],
  [row([]), true],
  [namedRow({ username: "shop", credential: "word" }), false],
  [namedRow({ username: "shop", kept: CREDENTIAL_SERVER }), false],
  // The stored password cannot be kept: it belongs to another username, the username is missing, or the server used a shared secret.
  [namedRow({ username: "other", kept: CREDENTIAL_SERVER }), true],
  [namedRow({ credential: "word", kept: CREDENTIAL_SERVER }), true],
  [namedRow({ username: "shop", kept: SHARED_SECRET_SERVER }), true],
  [namedRow({ username: "shop" }), true],
  [row([TURN], { kept: CREDENTIAL_SERVER }), true],
])("%j has a fault: %s", (server, isFaulty) => expect(hasFault(server)).toBe(isFaulty));

test("a saved set is sent with only the secrets that were entered again", () => {
  const rows = rowsOfServers([
    { urls: ["stun:stun.example.org:3478"], hasSecret: false, hasCredential: false },
    { urls: ["turn:one.example.org"], hasSecret: true, hasCredential: false },
    { urls: ["turn:two.example.org"], hasSecret: true, hasCredential: false },
    { urls: ["turn:three.example.org"], hasSecret: false, username: "shop", hasCredential: true },
  ]);
  expect(rows.map(keepsCredentials)).toEqual([false, true, true, true]);
  const iceServers = serversOfRows(rows.with(2, { ...rows[2], secret: "next" } as ServerRow));
  expect(iceServers).toEqual([
    { urls: ["stun:stun.example.org:3478"] },
    { urls: ["turn:one.example.org"] },
    { urls: ["turn:two.example.org"], secret: "next" },
    { urls: ["turn:three.example.org"], username: "shop" },
  ]);
  expect(IceSetInput.safeParse({ name: "Own", iceServers }).success).toBe(true);
});

test("a server with a name and password is sent without its former secret, and a STUN server without credentials", () => {
  const typed = row([TURN], { opener: "credential", secret: "old", username: "shop", credential: "word" });
  expect(serversOfRows([typed])).toEqual([{ urls: [TURN], username: "shop", credential: "word" }]);
  expect(serversOfRows([{ ...typed, urls: ["stun:stun.example.org"] }])).toEqual([
    { urls: ["stun:stun.example.org"] },
  ]);
});
