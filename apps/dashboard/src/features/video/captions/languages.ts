import { languageName as nameOf } from "../../../lib/display-names.ts";

/** Languages that subtitles are usually in; any other one can be set by the API and is shown all the same. */
export const LANGUAGES: readonly string[] = [
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

/** A language in the reader's words; `unknown` for the tag of unknown languages. */
export function languageName(tag: string, reader: string, unknown: string): string {
  if (tag === "und") return unknown;
  return nameOf(tag, reader);
}

/** Languages to choose from, in the order of the reader's alphabet. */
export function languageChoices(reader: string, unknown: string, current = "") {
  const tags = LANGUAGES.includes(current) || current === "" ? LANGUAGES : [...LANGUAGES, current];
  return tags
    .map((tag) => ({ value: tag, label: languageName(tag, reader, unknown) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, reader));
}
