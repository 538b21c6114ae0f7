import type { TracingOptions } from "./tracing-options.ts";

interface Closable {
  close(): Promise<void>;
}

/**
 * Starts a process whose incoming requests, calls to other processes of the installation, and jobs are traced. Closing it sends the
 * remaining spans. Tracing must start before the servers.
 * @throws whatever `start` throws.
 */
export async function withTracing<R extends Closable>(
  { endpoint, ...options }: TracingOptions,
  start: () => Promise<R>,
): Promise<R> {
  if (endpoint === undefined) return start();
  // Loaded on demand, because most installations do not use tracing.
  const { startTracing } = await import("./start-tracing.ts");
  const stopTracing = startTracing({ endpoint, ...options });
  try {
    const running = await start();
    const close = running.close.bind(running);
    return Object.assign(running, { close: () => close().finally(stopTracing) });
  } catch (error) {
    await stopTracing();
    throw error;
  }
}
