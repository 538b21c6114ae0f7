import { AppError } from "@shoal/contract";

const TIMEOUT_MS = 10_000;
/** Ten times the longest answer that GitHub documents. */
const MAX_BYTES = 65_536;

/**
 * Calls the provider and reads its JSON. No redirect is followed: the call carries secrets.
 * @throws AppError "provider_unavailable" without an answer in time, and for one that is too long or no JSON.
 */
export async function requestJson(
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: URLSearchParams },
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: { accept: "application/json", "user-agent": "Shoal", ...init.headers },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, body: JSON.parse(await readBounded(response)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError("provider_unavailable", `Unexpected response from the provider: ${reason}`);
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (sizeBytes > MAX_BYTES) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
