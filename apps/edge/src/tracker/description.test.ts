import { parseTrackerRequest } from "@shoal/p2p/protocol";
import * as fc from "@shoal/testkit/property";
import { expect, it } from "vitest";
import { findDescription } from "./description.ts";

const descriptionOf = (sdp: string, to = "peer-1") =>
  JSON.stringify({ type: "signal", to, signal: { kind: "offer", sdp } });

it("finds a description in a message of our player", () => {
  const signal = { kind: "answer", sdp: 'v=0\r\na=x:"\\"\u001f\r\n' };
  const found = findDescription(Buffer.from(JSON.stringify({ type: "signal", to: "peer-1", signal })));
  expect(found?.to).toBe("peer-1");
  expect(JSON.parse(found?.signal.toString() ?? "")).toEqual(signal);
});

it.each([
  ["another message", JSON.stringify({ type: "ping" })],
  ["a field more", descriptionOf("v=0").replace('"kind"', '"a":1,"kind"')],
  ["a field after it", descriptionOf("v=0").replace(/\}$/, ',"a":1}')],
  ["a text that ends early", descriptionOf('v=0","a":"').replaceAll('\\"', '"')],
  ["an escape that there is none", descriptionOf("v=0").replace("v=0", "\\x")],
  ["a line that is not escaped", descriptionOf("v=0").replace("v=0", "\n")],
  ["letters beyond ASCII", descriptionOf("é")],
  ["a name that is none", descriptionOf("v=0", "a b")],
  ["more than a message may hold", descriptionOf("v".repeat(17_000))],
])("finds no description in %s", (_name, text) => {
  expect(findDescription(Buffer.from(text))).toBeUndefined();
});

it("finds the same description as the parser, or none", () => {
  const sdp = fc.string({
    unit: fc.constantFrom("a", '"', "\\", "\\u00", "\\u0041", "\n", "{", "}", ",", "é"),
  });
  fc.assert(
    fc.property(sdp, fc.boolean(), (text, isRaw) => {
      const message = isRaw ? descriptionOf("-").replace('"-"', () => `"${text}"`) : descriptionOf(text);
      const found = findDescription(Buffer.from(message));
      if (!found) return;
      const { to, signal } = found;
      expect(parseTrackerRequest(message)).toEqual({
        type: "signal",
        to,
        signal: JSON.parse(signal.toString()),
      });
    }),
  );
});
