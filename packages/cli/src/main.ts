import { text } from "node:stream/consumers";
import { run } from "./run.ts";

const stop = new AbortController();
process.once("SIGINT", () => stop.abort(new Error("Stopped; call it again to go on")));
process.once("SIGTERM", () => stop.abort(new Error("Stopped; call it again to go on")));

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  input: () => firstLine(),
  signal: stop.signal,
});

async function firstLine(): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin);
  for await (const chunk of process.stdin) return String(chunk);
  return "";
}
