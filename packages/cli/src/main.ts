import { text } from "node:stream/consumers";
import { runCommandLine } from "./run.ts";

const stopController = new AbortController();
process.once("SIGINT", () => stopController.abort(new Error("Stopped. Run the command again to continue")));
process.once("SIGTERM", () => stopController.abort(new Error("Stopped. Run the command again to continue")));

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  input: () => firstLine(),
  signal: stopController.signal,
});

async function firstLine(): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin);
  for await (const chunk of process.stdin) return String(chunk);
  return "";
}
