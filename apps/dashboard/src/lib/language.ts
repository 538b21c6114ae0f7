import { type Language, routes } from "@shoal/contract";
import { chooseLanguage } from "../i18n/index.ts";
import { cacheUser } from "./queries.ts";
import { call, session } from "./session.ts";

/** Changes the interface language, both in this browser and in the account of a signed-in user. */
export async function saveLanguage(language: Language): Promise<void> {
  await chooseLanguage(language);
  if (!session.credential()) return;
  // Ignores failures, because this browser has already stored the language. The account's language is used for emails and other browsers.
  await call(routes.updateMe, { body: { language } }).then(cacheUser, () => undefined);
}
