import { type AdmittedLive, INTERNAL_SECRET_HEADER, liveRoutes } from "@shoal/contract";

/** Encoders give up after some seconds, and try again. */
const TIMEOUT_MS = 5_000;

/** Asks the api which live a key is for. Rejects when it is away or answers nonsense; no error holds the key. */
export function createLiveFinder({ apiUrl, internalSecret }: { apiUrl: string; internalSecret: string }) {
  const { path, method, response: schema } = liveRoutes.admitLive;
  return async (key: string, signal: AbortSignal): Promise<AdmittedLive | undefined> => {
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: { "content-type": "application/json", [INTERNAL_SECRET_HEADER]: internalSecret },
      body: JSON.stringify({ key }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`The api answered ${response.status}`);
    }
    return schema.parse(await response.json()).live ?? undefined;
  };
}
