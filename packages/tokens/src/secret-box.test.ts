import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createSecretBox } from "./secret-box.ts";

const SECRET = "of an installation, in a test of its own";
const box = createSecretBox(SECRET, "files");

test("a sealed text can only be opened for the same owner, purpose and installation", () => {
  const bytes = randomBytes(100_000);
  const sealed = box.sealBytes(bytes, "one");
  expect(sealed.includes(bytes.subarray(0, 32))).toBe(false);
  expect(createSecretBox(SECRET, "files").openBytes(sealed, "one").equals(bytes)).toBe(true);
  expect(() => box.openBytes(sealed, "two")).toThrow();
  expect(() => createSecretBox(SECRET, "others").openBytes(sealed, "one")).toThrow();
  expect(() => createSecretBox(`${SECRET}!`, "files").openBytes(sealed, "one")).toThrow();
  expect(box.open(box.seal("naïve", "one"), "one")).toBe("naïve");
});

test("a changed bit is detected at any position", () => {
  const sealed = box.sealBytes(randomBytes(64), "one");
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => box.openBytes(changed, "one"), `byte ${at}`).toThrow();
  }
});

test("sealing the same bytes twice gives different results", () => {
  expect(box.sealBytes(Buffer.of(1), "one").equals(box.sealBytes(Buffer.of(1), "one"))).toBe(false);
});
