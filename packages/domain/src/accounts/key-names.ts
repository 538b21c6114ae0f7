const ID_LENGTH = 8;
const toKeyId = (uuid: string): string => uuid.slice(0, ID_LENGTH);

/**
 * Returns the name under which a key is listed among users: its description and the beginning of its uuid, since two keys can have the same
 * description.
 */
export const nameOfKey = ({ keyUuid, description }: { keyUuid: string; description: string }): string =>
  `API key: ${description} (${toKeyId(keyUuid)})`;

/** Returns the name of an upload token, by the title of its video. */
export const nameOfUploadToken = ({ tokenUuid, title }: { tokenUuid: string; title: string }): string =>
  `Upload token: ${title} (${toKeyId(tokenUuid)})`;

const KEY_NAME_PATTERN = /^(API key|Upload token)(: .* \([0-9a-f]{8}\))$/s;
const FRENCH_KINDS: Readonly<Record<string, string>> = {
  "API key": "Clé d'API\u00a0",
  "Upload token": "Jeton d'envoi\u00a0",
};

/**
 * Returns the name of a user, a key or an upload token as readers of a language see it: names of users are not translated.
 * @example nameInLanguage("API key: Encoder (1f0a5a86)", "fr") // "Clé d'API : Encoder (1f0a5a86)"
 */
export function nameInLanguage(name: string, language: string): string {
  const [, kind = "", rest = ""] = KEY_NAME_PATTERN.exec(name) ?? [];
  const words = language.toLowerCase() === "fr" ? FRENCH_KINDS[kind] : undefined;
  return words === undefined ? name : `${words}${rest}`;
}
