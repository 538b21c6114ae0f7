import * as fc from "@shoal/testkit/property";
import { expect, it } from "vitest";
import { parseTrackerReply, parseTrackerRequest } from "./tracker-messages.ts";

const messageTypes = [
  "join",
  "renew",
  "signal",
  "part",
  "more",
  "seen",
  "hash",
  "ping",

  "joined",
  "peers",
  "unmatched",
  "audience",
  "rules",
  "session",
  "confirmed",
  "pong",
];
const fieldNames = [
  "type",
  "version",
  "ticket",
  "to",
  "from",
  "signal",
  "peer",
  "peers",
  "segment",
  "sha256",
  "count",

  "peerId",
  "audience",
  "rules",
  "kind",
  "sdp",
  "candidate",
  "sdpMid",
  "__proto__",
];
const { value } = fc.letrec<{ value: unknown; fields: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, 0, -1, 1e300, "", "p1", "u/1/v0/3", "0".repeat(64), "offer", ...messageTypes),
    fc.string({ unit: "binary" }),
    fc.array(tie("value"), { maxLength: 4 }),
    tie("fields"),
  ),
  fields: fc.dictionary(fc.constantFrom(...fieldNames), tie("value"), { maxKeys: 8 }),
}));
const anyFields = fc
  .tuple(fc.constantFrom(...messageTypes), value)
  .map(([type, rest]) => JSON.stringify({ ...(typeof rest === "object" ? rest : {}), type }));

it.each([
  ["request", parseTrackerRequest],
  ["reply", parseTrackerReply],
] as const)(
  "a random text parses as a complete tracker %s without unknown fields, or not at all",
  (_name, parse) => {
    fc.assert(
      fc.property(fc.oneof(anyFields, fc.json(), fc.string({ unit: "binary" })), (text) => {
        const read = parse(text);
        if (read === undefined) return;
        expect(messageTypes).toContain(read.type);
        expect(parse(JSON.stringify(read))).toEqual(read);
      }),
    );
  },
);
