import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

/** Forwards connections to a port, each beginning with the PROXY header of its caller, from `callers` in turn. */
export async function startProxy(port: number, callers: readonly string[]) {
  let count = 0;
  const server = createServer((caller) => {
    const address = callers[count++ % callers.length];
    const target = connect(port, "127.0.0.1");
    const header = `PROXY TCP${address?.includes(":") ? 6 : 4} ${address} ${address} 40000 ${port}\r\n`;
    // In two parts, and the second with the first bytes of the caller.
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
