import { languageName as nameOf } from "../../../lib/display-names.ts";

/** Common languages of subtitles; any other language can be set through the API and is displayed as well. */
export const COMMON_LANGUAGES: readonly string[] = [
  ..."af am ar az be bg bn bs ca cs cy da de el en en-GB en-US es es-419 et eu fa fi fil fr fr-CA ga gl gu".split(
    " ",
  ),
  ..."he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl nn pa pl ps pt pt-BR pt-PT".split(
    " ",
  ),
  ..."ro ru rw sd si sk sl so sq sr sv sw ta te tg th tk tr uk ur uz vi xh yo zh zh-Hans zh-Hant zu".split(
    " ",
  ),
];

/** Returns the name of a language in the reader's language; `unknown` for the tag of unknown languages. */
export function languageName(tag: string, reader: string, unknown: string): string {
  if (tag === "und") return unknown;
  return nameOf(tag, reader);
}

/** Returns the languages to choose from, in the alphabetical order of the reader's language. */
export function languageChoices(reader: string, unknown: string, current = "") {
  const tags =
    COMMON_LANGUAGES.includes(current) || current === "" ? COMMON_LANGUAGES : [...COMMON_LANGUAGES, current];
  return tags
    .map((tag) => ({ value: tag, label: languageName(tag, reader, unknown) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, reader));
}
