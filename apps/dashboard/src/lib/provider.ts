import { routes } from "@shoal/contract";
import { call } from "./session.ts";

const KEY = "shoal.provider";

/** What somebody wants from the code-hosting provider: to sign in, to activate an account, or to link his own. */
export type ProviderErrand = { purpose: "login" } | { purpose: "signup"; key: string } | { purpose: "link" };

/** Leaves for the provider; it answers at /redirect. @throws AppError when the server has no provider. */
export async function goToProvider(errand: ProviderErrand): Promise<void> {
  const { url, state } = await call(routes.startGithub, {});
  sessionStorage.setItem(KEY, JSON.stringify({ ...errand, state }));
  location.assign(url);
}

/**
 * The errand that an answer belongs to, once; undefined when this tab did not ask for it, so that nobody is signed in
 * by a link that somebody else made.
 */
export function takeErrand(state: string | null): ProviderErrand | undefined {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (!text || !state) return undefined;
  const errand = JSON.parse(text) as ProviderErrand & { state: string };
  return errand.state === state ? errand : undefined;
}
