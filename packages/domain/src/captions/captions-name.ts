import type { CaptionKind } from "@shoal/contract";

/** The properties that the name of a subtitle file reveals. */
export interface CaptionsName {
  /** The language as a BCP 47 tag; undefined if the name contains none. */
  language: string | undefined;
  kind: CaptionKind;
}

const KIND_OF_NAME_PART: Record<string, CaptionKind> = { sdh: "sdh", cc: "sdh", forced: "forced" };
/** The number of parts at the end of a name that are examined: `it` and `no` are also words of titles. */
const MAX_NAME_PARTS = 3;

/**
 * Guesses the language and the kind of captions from file names such as `film.fr.srt`, `film.pt-BR.sdh.vtt` or `Film_French.srt`.
 * @param languages the codes of the languages that are also recognised by their full names.
 */
export function readCaptionsName(fileName: string, languages: readonly string[]): CaptionsName {
  const parts = fileName
    .replace(/\.[^.]*$/, "")
    .split(/[.\s()[\]]+/)
    .filter(Boolean)
    .slice(-MAX_NAME_PARTS);
  const pieces = parts.toReversed().flatMap((part) => [part, ...part.split(/[_-]+/).toReversed()]);
  const kind = pieces.map((piece) => KIND_OF_NAME_PART[piece.toLowerCase()]).find(Boolean) ?? "subtitles";
  const byTag = pieces.map(languageOfTag).find(Boolean);
  return { language: byTag ?? languageByName(pieces, languages), kind };
}

/** Returns the language of a code such as `fr`, `fre`, `pt-BR` or `pt_BR`; undefined for other words. */
function languageOfTag(piece: string): string | undefined {
  const tag = piece.replace("_", "-");
  if (!/^[a-z]{2,3}(?:-[a-z]{2}|-[a-z]{4}|-\d{3})?$/i.test(tag) || KIND_OF_NAME_PART[piece.toLowerCase()])
    return undefined;
  const language = Intl.getCanonicalLocales(tag)[0];
  return language && isKnown(language) ? language : undefined;
}

const englishNames = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
const isKnown = (language: string) =>
  englishNames.of(language) !== undefined && !["und", "root", "mul"].includes(language);

/** Returns the language of a full name: in English, in French or in the language itself. */
function languageByName(pieces: readonly string[], languages: readonly string[]): string | undefined {
  const words = new Set(pieces.map((piece) => piece.toLowerCase()));
  return languages.find((language) =>
    ["en", "fr", language].some((reader) =>
      words.has((new Intl.DisplayNames([reader], { type: "language" }).of(language) ?? "").toLowerCase()),
    ),
  );
}
