import { type ChildProcess, spawn } from "node:child_process";
import { onTestFinished } from "vitest";

/** Opens a virtual display until the end of the test. @returns its name, for `DISPLAY`. */
export async function openDisplay(): Promise<string> {
  const args = ["-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp"];
  const child: ChildProcess = spawn("Xvfb", args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("close", () => resolve());
  });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const number = await new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => reject(new Error("Xvfb ended before it had a display")));
    child.stdio[3]?.once("data", (text: Buffer) => resolve(text.toString().trim()));
  });
  return `:${number}`;
}
