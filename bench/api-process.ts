import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Starts an api in a separate process, so its CPU time can be measured apart from the bench's. Resolves once the api responds. */
export async function startApiProcess(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const main = join(import.meta.dirname, "../apps/api/src/main.ts");
  const child = fork(main, { env: { ...process.env, ...env }, stdio: "ignore" });
  await once(child, "message");
  return child;
}
