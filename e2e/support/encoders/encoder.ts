import { type ChildProcess, spawn } from "node:child_process";
import { onTestFinished } from "vitest";

/** The maximum length of the kept output. It is enough to see why a third-party program has ended. */
const MAX_OUTPUT_CHARS = 4_000;

/** A third-party program that publishes a live, as customers run it. */
export interface EncoderProgram {
  child: ChildProcess;
  /** Returns the end of what the program has printed. */
  output(): string;
  ended: Promise<void>;
}

/** Starts a program. If it still runs at the end of the test, it is stopped. */
export function startEncoder(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): EncoderProgram {
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let written = "";
  const record = (text: Buffer) => {
    written = (written + text.toString()).slice(-MAX_OUTPUT_CHARS);
  };
  child.stdout?.on("data", record);
  child.stderr?.on("data", record);
  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve());
  });
  // Callers that await `ended` get the error. Other callers notice the missing program because no video arrives.
  ended.catch((error: unknown) => record(Buffer.from(String(error))));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended.catch(() => undefined);
  });
  return { child, output: () => written, ended };
}
