import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

/** Starts a proxy that sends a PROXY header before each connection. Callers' addresses are taken from `callers` in turn. */
export async function startProxy(port: number, callers: readonly string[]) {
  let count = 0;
  const server = createServer((caller) => {
    const address = callers[count++ % callers.length];
    const target = connect(port, "127.0.0.1");
    const header = `PROXY TCP${address?.includes(":") ? 6 : 4} ${address} ${address} 40000 ${port}\r\n`;
    // The header is sent in two parts. The second part is sent together with the caller's first bytes.
    target.write(header.slice(0, 9));
    target.once("connect", () => {
      caller.once("data", (bytes: Buffer) => {
        target.write(Buffer.concat([Buffer.from(header.slice(9)), bytes]));
        caller.pipe(target);
      });
    });
    target.pipe(caller);
    for (const [one, other] of [
      [caller, target],
      [target, caller],
    ] as const)
      one.on("error", () => undefined).on("close", () => other.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
