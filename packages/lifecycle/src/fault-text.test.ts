import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { describeFault, startFailureReason } from "./fault-text.ts";

test("a port in use is named first, followed by the stack", async () => {
  const first = createServer().listen(0, "127.0.0.1");
  await once(first, "listening");
  const { port } = first.address() as AddressInfo;
  const second = createServer().listen(port, "127.0.0.1");
  const [error] = await once(second, "error");
  first.close();
  expect(describeFault(error)).toMatch(
    new RegExp(`^Port ${port} of 127.0.0.1 is in use: .*\\nError: listen EADDRINUSE`),
  );
});

test.each([
  [{ code: "EACCES", port: 80, address: "0.0.0.0" }, /^Port 80 of 0.0.0.0 may not be opened/],
  [{ code: "EACCES", path: "/data/media" }, /^\/data\/media may not be read or written/],
  [{ code: "EADDRNOTAVAIL", address: "10.9.9.9" }, /^10.9.9.9 is not an address of this machine/],
  [{ code: "ENOSPC" }, /^The disk is full/],
  [{ code: "ECONNREFUSED", address: "127.0.0.1", port: 5432 }, /^Nothing answers at 127.0.0.1:5432/],
])("describes %j in words", (details, words) => {
  expect(startFailureReason(Object.assign(new Error("x"), details))).toMatch(words);
});

test("a wrong setting is reported without a stack, and a bug with its stack", () => {
  expect(describeFault(new Error("The settings are wrong:\n  PORT: is required"))).toBe(
    "The settings are wrong:\n  PORT: is required",
  );
  expect(describeFault(new TypeError("x is undefined"))).toMatch(/^TypeError: x is undefined\n\s+at /);
  expect(startFailureReason(new TypeError("x is undefined"))).toBeUndefined();
});
