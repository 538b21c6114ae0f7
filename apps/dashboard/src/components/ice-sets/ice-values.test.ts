import { IceSetInput } from "@shoal/contract";
import { expect, test } from "vitest";
import { hasFault, rowsOfServers, serversOfRows } from "./ice-values.ts";

const row = (urls: string[], secret = "", keptFor: string[] = []) => ({ urls, secret, keptFor });

test.each([
  [row(["stun:stun.example.org:3478"]), false],
  [row(["turn:turn.example.org:3478"], "word"), false],
  [row(["turn:turn.example.org:3478"], "", ["turn:turn.example.org:3478"]), false],
  // Another server than the one whose secret is kept.
  [row(["turn:turn.example.org:5349"], "", ["turn:turn.example.org:3478"]), true],
  [row(["turn:turn.example.org:3478"]), true],
  [row(["stun:stun.example.org", "turns:turn.example.org"]), true],
  [row(["https://stun.example.org"]), true],
  [row([]), true],
])("%j is refused: %s", (server, isFaulty) => expect(hasFault(server)).toBe(isFaulty));

test("a saved set is filled in, and saved with the secrets that were typed alone", () => {
  const rows = rowsOfServers([
    { urls: ["stun:stun.example.org:3478"], hasSecret: false },
    { urls: ["turn:one.example.org"], hasSecret: true },
    { urls: ["turn:two.example.org"], hasSecret: true },
  ]);
  const iceServers = serversOfRows(rows.with(2, { ...rows[2], secret: "next" } as (typeof rows)[number]));
  expect(iceServers).toEqual([
    { urls: ["stun:stun.example.org:3478"] },
    { urls: ["turn:one.example.org"] },
    { urls: ["turn:two.example.org"], secret: "next" },
  ]);
  expect(IceSetInput.safeParse({ name: "Own", iceServers }).success).toBe(true);
});
