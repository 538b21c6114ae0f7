import { describe, expect, it } from "vitest";
import { EMPTY_VISITOR, parseVisitor } from "./simulated-visitor.ts";

const parseValues = (values: object) => parseVisitor({ ...EMPTY_VISITOR, ...values });

describe("readVisitor", () => {
  it.each(["203.0.113.9", "2001:db8::1", "::ffff:192.0.2.1", " 203.0.113.9 "])(
    "accepts the address %s and trims it",
    (address) => {
      expect(parseValues({ address })).toEqual({
        visitor: { address: address.trim(), page: null, isPasswordRight: true },
      });
    },
  );

  it.each(["", "203.0.113", "203.0.113.900", "2001:db8::g", "example.com", "010.1.1.1"])(
    "rejects %j as an address",
    (address) => {
      expect(parseValues({ address })).toEqual({ fault: "address" });
    },
  );

  it("reads a country, and null for an unknown one", () => {
    expect(parseValues({ from: "country", country: "FR", isVpn: true })).toEqual({
      visitor: { country: "FR", isVpn: true, page: null, isPasswordRight: true },
    });
    expect(parseValues({ from: "country" })).toMatchObject({ visitor: { country: null } });
  });

  it.each([
    ["example.com/watch", "https://example.com/watch"],
    ["http://example.com", "http://example.com/"],
    ["data:text/html,hi", "data:text/html,hi"],
  ])("completes the page %s to %s", (page, expected) => {
    expect(parseValues({ address: "203.0.113.9", page })).toMatchObject({ visitor: { page: expected } });
  });

  it("rejects a page without a host", () => {
    expect(parseValues({ address: "203.0.113.9", page: "https://" })).toEqual({ fault: "page" });
  });

  it("reads the time in the local time zone and trims the token", () => {
    expect(parseValues({ address: "203.0.113.9", at: "04/03/2026 05:06", token: " abc " })).toMatchObject({
      visitor: { at: new Date("2026-03-04T05:06").toISOString(), authorization: "abc" },
    });
  });
});
