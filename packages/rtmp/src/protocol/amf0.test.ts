import { describe, expect, it } from "vitest";
import { type AmfObject, decodeAmf0, encodeAmf0 } from "./amf0.ts";
import { RtmpFault } from "./fault.ts";

const parseHex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");

describe("AMF0", () => {
  it("reads what it writes", () => {
    const values = ["connect", 1, { app: "live", nested: { deep: true } }, null, undefined, [1, "é"], -0.5];
    expect(decodeAmf0(encodeAmf0(...values))).toEqual(values);
  });

  it("reads dates, long texts, and named arrays whatever their declared count", () => {
    expect(decodeAmf0(parseHex("08 00000000 0005 7769647468 00 4094000000000000 0000 09"))).toEqual([
      { width: 1280 },
    ]);
    expect(decodeAmf0(parseHex("0b 4094000000000000 0000"))).toEqual([1280]);
    expect(decodeAmf0(parseHex("0c 00000002 6869"))).toEqual(["hi"]);
  });

  it("creates objects without a prototype that a name could reach", () => {
    const [object] = decodeAmf0(parseHex("03 0009 5f5f70726f746f5f5f 02 0001 78 0000 09")) as [AmfObject];
    expect(Object.keys(object)).toEqual(["__proto__"]);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it.each([
    ["ends inside a number", "00 4094"],
    ["ends inside a text", "02 0010 6869"],
    ["ends inside an object", "03 0001 61 05"],
    ["holds an array of four billion", "0a ffffffff 05"],
    ["has an unknown type", "7f"],
    ["is nested without end", "0a 00000001 ".repeat(20)],
  ])("refuses what %s", (_what, bytes) => {
    expect(() => decodeAmf0(parseHex(bytes))).toThrow(RtmpFault);
  });
});
