/** Maximum time in ms that the scripts and styles of a page may take to load (§9). */
const CHUNK_TIMEOUT_MS = 120_000;

/** The reason why a chunk failed: loading timed out, or its script or styles could not be loaded. */
export type ChunkFault = "timeout" | "program" | "styles";

/** Thrown when a page's code or styles did not load in time. */
export class ChunkTimeout extends Error {
  constructor() {
    super(`A part of the page did not load within ${CHUNK_TIMEOUT_MS / 1_000} s`);
    this.name = "ChunkTimeout";
  }
}

/**
 * Waits up to 120 s for a chunk of the code. A browser does not repeat a request that is still pending, so another
 * attempt requires reloading the page.
 * @throws ChunkTimeout, or any error of loading.
 */
export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new ChunkTimeout()), CHUNK_TIMEOUT_MS);
  try {
    return await Promise.race([load(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The messages with which Chromium, Firefox and WebKit report a script that failed to load. */
const SCRIPT_ERRORS = /dynamically imported module|importing a module script failed/i;
/** The message with which the bundler reports styles that failed to load. */
const STYLES_ERROR = /unable to preload css/i;

/** Returns why a part of the page did not load; undefined for any other error. */
export function chunkFaultOf(error: unknown): ChunkFault | undefined {
  if (error instanceof ChunkTimeout) return "timeout";
  if (!(error instanceof Error)) return undefined;
  if (STYLES_ERROR.test(error.message)) return "styles";
  return SCRIPT_ERRORS.test(error.message) ? "program" : undefined;
}
