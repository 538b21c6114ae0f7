import { type Language, routes } from "@shoal/contract";
import { chooseLanguage } from "../i18n/index.ts";
import { cacheUser } from "./queries.ts";
import { call, session } from "./session.ts";

/** Changes the interface language, in this browser and, for a signed-in user, in their account. */
export async function saveLanguage(language: Language): Promise<void> {
  await chooseLanguage(language);
  if (!session.credential()) return;
  // The browser stores the language in any case; the account's language is for emails and for other browsers.
  await call(routes.updateMe, { body: { language } }).then(cacheUser, () => undefined);
}
