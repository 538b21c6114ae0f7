import { routes } from "@shoal/contract";
import { call } from "./session.ts";

const STORAGE_KEY = "shoal.provider";

/** The purpose of a visit to the code-hosting provider: to sign in, to activate an account, or to link it. */
export type ProviderPurpose = SignInPurpose | { purpose: "link" };
/** The purposes of a visit that require no session. */
export type SignInPurpose = { purpose: "login" } | { purpose: "signup"; key: string };

/** Redirects to the provider, which returns to /redirect. @throws AppError if the server has no provider. */
export async function goToProvider(errand: SignInPurpose): Promise<void> {
  redirectToProvider(errand, await call(routes.startGithub, {}));
}

/** Redirects a signed-in user to the provider to link their account. @throws AppError, also "current_password_wrong". */
export async function goToLink(currentPassword: string): Promise<void> {
  redirectToProvider({ purpose: "link" }, await call(routes.startGithubLink, { body: { currentPassword } }));
}

function redirectToProvider(errand: ProviderPurpose, { url, state }: { url: string; state: string }): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...errand, state }));
  location.assign(url);
}

/**
 * Returns the purpose of the visit to which a response of the provider belongs. Returns it only once, and only if this tab started the
 * visit, so that a link made by another person cannot sign a user in.
 */
export function popPurpose(state: string | null): ProviderPurpose | undefined {
  const text = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  if (!text || !state) return undefined;
  const errand = JSON.parse(text) as ProviderPurpose & { state: string };
  return errand.state === state ? errand : undefined;
}
