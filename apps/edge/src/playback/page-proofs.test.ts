import { describe, expect, it } from "vitest";
import { PageProofs } from "./page-proofs.ts";

const SIGNING_KEYS = [{ id: "k1", secret: "s".repeat(32) }];
const HOUR_MS = 3_600_000;

describe("a proof of a page", () => {
  it("contains the page's origin and is valid for a day", () => {
    let nowMs = Date.UTC(2026, 0, 1);
    const proofs = new PageProofs(SIGNING_KEYS, () => nowMs);
    const proof = proofs.sign({ referer: "https://www.example.org:8443/a?b" }, "a-video") ?? "";
    nowMs += 23 * HOUR_MS;
    expect(proofs.read(proof, "a-video")).toBe("https://www.example.org:8443");
    nowMs += 2 * HOUR_MS;
    expect(proofs.read(proof, "a-video")).toBeUndefined();
  });

  it.each([undefined, "", "no address", "data:text/html,a", "file:///home/a", `https://${"a".repeat(300)}/`])(
    "is not issued for %o",
    (referer) => {
      const headers = referer === undefined ? {} : { referer };
      expect(new PageProofs(SIGNING_KEYS).sign(headers, "a-video")).toBeUndefined();
    },
  );
});
