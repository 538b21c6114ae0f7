import { ENGINE_HOST, startEngineHost } from "./engine-host.ts";

/** Starts the engine host for all test files of a project. The files inherit its address. */
export async function setup(): Promise<() => Promise<void>> {
  const host = await startEngineHost();
  process.env[ENGINE_HOST] = host.url;
  return () => host.stop();
}
