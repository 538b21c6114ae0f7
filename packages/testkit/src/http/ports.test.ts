import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { freePorts } from "./ports.ts";

test("gives as many ports as are asked for, each once, that one can listen on", async () => {
  const ports = [...(await freePorts(2)), ...(await freePorts(1)), ...(await freePorts(5))];
  expect(new Set(ports).size).toBe(8);
  for (const port of ports) {
    const server = createServer().listen(port, "127.0.0.1");
    await once(server, "listening");
    await once(server.close(), "close");
  }
});

test("gives no port that the system would give to a connection", async () => {
  expect(Math.max(...(await freePorts(50)))).toBeLessThan(32_768);
});

test("gives no port that browsers and fetch refuse", async () => {
  // With twice as many, the range wraps around.
  const ports = [...(await freePorts(1_000)), ...(await freePorts(1_000))];
  expect(Math.min(...ports)).toBeGreaterThan(10_080);
});

test("leaves out a port that is taken", async () => {
  const [before] = await freePorts(1);
  // The next port of the lane, which the next call would return.
  const taken = createServer().listen(before + 16, "127.0.0.1");
  await once(taken, "listening");
  const [after] = await freePorts(1);
  expect(after).not.toBe(before + 16);
  await once(taken.close(), "close");
});
