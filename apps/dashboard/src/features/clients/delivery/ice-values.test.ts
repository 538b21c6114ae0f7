import { IceSetInput } from "@shoal/contract";
import { expect, test } from "vitest";
import { hasFault, rowsOfServers, serversOfRows } from "./ice-values.ts";

const row = (urls: string[], username = "", credential = "") => ({ urls, username, credential });

test.each([
  [row(["stun:stun.example.org:3478"]), false],
  [row(["turn:turn.example.org:3478"], "name", "word"), false],
  [row(["turn:turn.example.org:3478"], "name"), true],
  [row(["stun:stun.example.org", "turns:turn.example.org"], "", "word"), true],
  [row(["https://stun.example.org"]), true],
  [row([]), true],
])("%j is refused: %s", (server, isFaulty) => expect(hasFault(server)).toBe(isFaulty));

test("a saved set is filled in and saved as it was", () => {
  const servers = [
    { urls: ["stun:stun.example.org:3478"] },
    { urls: ["turn:turn.example.org"], username: "name", credential: "word" },
  ];
  expect(serversOfRows(rowsOfServers(servers))).toEqual(servers);
  expect(
    IceSetInput.safeParse({ name: "Own", iceServers: serversOfRows(rowsOfServers(servers)) }).success,
  ).toBe(true);
});
