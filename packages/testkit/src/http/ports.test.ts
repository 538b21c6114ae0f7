import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { freePorts } from "./ports.ts";

test("freePorts returns the requested number of different ports, all of which are free", async () => {
  const ports = [...(await freePorts(2)), ...(await freePorts(1)), ...(await freePorts(5))];
  expect(new Set(ports).size).toBe(8);
  for (const port of ports) {
    const server = createServer().listen(port, "127.0.0.1");
    await once(server, "listening");
    await once(server.close(), "close");
  }
});

test("freePorts returns no port from the range that the system assigns to connections", async () => {
  expect(Math.max(...(await freePorts(50)))).toBeLessThan(32_768);
});

test("freePorts returns no port that browsers and fetch refuse", async () => {
  // With twice as many, the range wraps around.
  const ports = [...(await freePorts(1_000)), ...(await freePorts(1_000))];
  expect(Math.min(...ports)).toBeGreaterThan(10_080);
});

test("freePorts skips a port that is in use", async () => {
  const [before] = await freePorts(1);
  // The next port of the lane, which the next call would return.
  const taken = createServer().listen(before + 16, "127.0.0.1");
  await once(taken, "listening");
  const [after] = await freePorts(1);
  expect(after).not.toBe(before + 16);
  await once(taken.close(), "close");
});
