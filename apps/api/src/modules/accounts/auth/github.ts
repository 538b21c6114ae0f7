import { AppError } from "@shoal/contract";
import { z } from "zod";
import type { ProviderUser } from "./provider-flows.repository.ts";

export interface GithubSettings {
  clientId: string;
  clientSecret: string;
  url: string;
  apiUrl: string;
  /** The address to which the provider redirects the browser. */
  redirectUri: string;
}

/** The provider's side of the authorization-code flow with PKCE (RFC 6749, RFC 7636). */
export interface CodeProvider {
  authorizeUrl(flow: { state: string; codeChallenge: string }): string;
  /**
   * Exchanges the code for a token and reads its user. The token is not kept.
   * @throws AppError "provider_answer_wrong" for a wrong, used or expired code; "provider_unavailable".
   */
  fetchUser(answer: { code: string; codeVerifier: string }): Promise<ProviderUser>;
}

const TokenAnswer = z.object({ access_token: z.string().min(1).max(4_000) });
const RefusalAnswer = z.object({ error: z.string() });
const UserAnswer = z.object({ id: z.number().int(), login: z.string().min(1).max(200) });
/** GitHub's errors that are caused by wrong settings, not by a wrong code. The operator must see them in the log. */
const SETTINGS_ERROR_CODES = new Set([
  "incorrect_client_credentials",
  "redirect_uri_mismatch",
  "application_suspended",
]);

/** Creates GitHub as provider. No scope is requested, because id and login are public. */
export function createGithub(settings: GithubSettings): CodeProvider {
  const { clientId, clientSecret, url, apiUrl, redirectUri } = settings;
  return {
    authorizeUrl({ state, codeChallenge }) {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        code_challenge: codeChallenge,
        code_challenge_method: "S256",
        allow_signup: "false",
      });
      return `${url}/login/oauth/authorize?${query}`;
    },
    async fetchUser({ code, codeVerifier }) {
      const body = new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      });
      const answer = await requestJson(`${url}/login/oauth/access_token`, { method: "POST", body });
      return fetchUserOf(apiUrl, readToken(answer));
    },
  };
}

/** Reads the token from a response. GitHub reports errors with status 200, other OAuth servers with 400 (RFC 6749 §5.2). */
function readToken({ status, body }: { status: number; body: unknown }): string {
  const token = TokenAnswer.safeParse(body);
  if (status === 200 && token.success) return token.data.access_token;
  const refusal = RefusalAnswer.safeParse(body);
  if (!refusal.success || SETTINGS_ERROR_CODES.has(refusal.data.error))
    throw new AppError(
      "provider_unavailable",
      `The provider gave no token: ${refusal.data?.error ?? status}`,
    );
  throw new AppError(
    "provider_answer_wrong",
    "The provider does not know this code, or the code was already used",
  );
}

async function fetchUserOf(apiUrl: string, token: string): Promise<ProviderUser> {
  const { status, body } = await requestJson(`${apiUrl}/user`, {
    headers: { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" },
  });
  const user = UserAnswer.safeParse(body);
  if (status !== 200 || !user.success)
    throw new AppError("provider_unavailable", `The provider could not identify this user: ${status}`);
  return { id: String(user.data.id), login: user.data.login };
}

const TIMEOUT_MS = 10_000;
/** The maximum size of a response: ten times the longest that GitHub documents. */
const MAX_BYTES = 65_536;

/**
 * Calls the provider and reads its JSON. Redirects are not followed, because the call carries secrets.
 * @throws AppError "provider_unavailable" if the response is late, too long or not JSON.
 */
async function requestJson(
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
