import { ENGINE_HOST, startEngineHost } from "./engine-host.ts";

/** Starts the host for all files of a project, which inherit its address. */
export async function setup(): Promise<() => Promise<void>> {
  const host = await startEngineHost();
  process.env[ENGINE_HOST] = host.url;
  return () => host.stop();
}
