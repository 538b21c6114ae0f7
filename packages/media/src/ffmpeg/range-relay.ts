/**
 * A separate process inside a sandbox without a network. It runs a tool that reads its input by HTTP, and forwards the requests
 * to the worker's Unix socket. Its arguments are the socket and the command, in which `{input}` is replaced by the address.
 */
import { spawn } from "node:child_process";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { constants } from "node:os";

const [socketPath, command, ...args] = process.argv.slice(2);
if (socketPath && command) runTool(socketPath, command, args);

function runTool(path: string, tool: string, args: readonly string[]): void {
  const server = createServer({ allowHalfOpen: true }, (client) => forwardRequest(client, path));
  server.listen(0, "127.0.0.1", () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const child = spawn(
      tool,
      args.map((each) => (each === "{input}" ? url : each)),
      { stdio: "inherit" },
    );
    child.once("error", () => process.exit(127));
    // The exit code that a shell would report.
    child.once("exit", (code, signal) =>
      process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    );
  });
}

function forwardRequest(client: Socket, path: string): void {
  const worker = connect({ path, allowHalfOpen: true });
  client.pipe(worker).pipe(client);
  client.on("error", () => worker.destroy()).on("close", () => worker.destroy());
  worker.on("error", () => client.resetAndDestroy()).on("close", () => client.destroy());
}
