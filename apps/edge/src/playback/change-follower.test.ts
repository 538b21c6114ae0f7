import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { DescriptorChange } from "@shoal/contract/edge";
import { eventually } from "@shoal/testkit";
import { expect, onTestFinished, test } from "vitest";
import { ChangeFollower } from "./change-follower.ts";

test("a kind of change that only a newer api knows is skipped without a new connection", async () => {
  const received: DescriptorChange[] = [];
  let connectionCount = 0;
  const server = createServer((_, response) => {
    connectionCount += 1;
    response.writeHead(200, { "content-type": "text/event-stream" });
    const changes = [
      { kind: "hologram", uuid: "a", revision: 1 },
      { kind: "link", uuid: "b", revision: 2 },
    ];
    for (const change of changes)
      response.write(`id: ${change.revision}\ndata: ${JSON.stringify(change)}\n\n`);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const follower = new ChangeFollower({
    apiUrl,
    internalSecret: "secret",
    onChange: (change) => received.push(change),
    onState: () => undefined,
  });
  onTestFinished(() => follower.close());
  follower.start();
  await eventually(() => received.length > 0);
  expect(received).toEqual([{ kind: "link", uuid: "b", revision: 2 }]);
  expect(connectionCount).toBe(1);
});
