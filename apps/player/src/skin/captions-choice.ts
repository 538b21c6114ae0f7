import type { PlaySession } from "@shoal/contract/player";
import type { CaptionsChoice } from "../memory/captions-memory.ts";

export type CaptionsTrack = PlaySession["captions"][number];

const primarySubtagOf = (language: string) => language.toLowerCase().split("-")[0] ?? "";

/**
 * Finds the best track for a language: one in exactly this language, or otherwise in a dialect of it. Never returns a forced track.
 */
function findByLanguage(tracks: readonly CaptionsTrack[], language: string): CaptionsTrack | undefined {
  const same = tracks.filter(
    (track) => track.kind !== "forced" && primarySubtagOf(track.language) === primarySubtagOf(language),
  );
  return same.find((track) => track.language.toLowerCase() === language.toLowerCase()) ?? same[0];
}

const findByLanguages = (tracks: readonly CaptionsTrack[], languages: readonly string[]) =>
  languages.map((language) => findByLanguage(tracks, language)).find(Boolean);

/** Returns the track to turn on: the one in the viewer's language, or otherwise the video's default, or otherwise the first. */
export function preferredTrack(
  tracks: readonly CaptionsTrack[],
  languages: readonly string[],
): CaptionsTrack | undefined {
  return findByLanguages(tracks, languages) ?? tracks.find(({ isDefault }) => isDefault) ?? tracks[0];
}

/**
 * Returns the captions shown before a viewer chooses in this video. Their last choice in any video comes first. Without one, a
 * video with default captions shows the track in the viewer's language or that default, and any other video shows the forced
 * captions in their language.
 * @param languages the viewer's languages in order of preference.
 */
export function initialTrack(
  tracks: readonly CaptionsTrack[],
  languages: readonly string[],
  wish: CaptionsChoice | undefined,
): CaptionsTrack | undefined {
  const forced = () =>
    tracks.find(
      ({ kind, language }) =>
        kind === "forced" && primarySubtagOf(language) === primarySubtagOf(languages[0] ?? ""),
    );
  if (wish === "off") return forced();
  if (wish) {
    const same = tracks.find(({ language, kind }) => language === wish.language && kind === wish.kind);
    const chosen = same ?? findByLanguage(tracks, wish.language);
    if (chosen) return chosen;
  }
  const byDefault = tracks.find(({ isDefault }) => isDefault);
  return byDefault ? (findByLanguages(tracks, languages) ?? byDefault) : forced();
}

/** Finds the track that corresponds to one of an earlier session: the same track, or one with the same name. */
export const findSameTrack = (tracks: readonly CaptionsTrack[], { id, language, label }: CaptionsTrack) =>
  tracks.find((track) => track.id === id) ??
  tracks.find((track) => track.language === language && track.label === label);
