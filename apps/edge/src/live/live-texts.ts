import type { LiveStream } from "@shoal/media";
import { type PackedText, packText } from "../media/playlists.ts";

interface Kept {
  version: number;
  text: Promise<PackedText>;
}

/** Playlists, manifests and hash lists of lives: each is written and compressed once a change, for all who ask. */
export class LiveTexts {
  readonly #kept = new WeakMap<LiveStream, Map<string, Kept>>();

  /** @param name one of few: the texts of a live are kept by it. */
  get(stream: LiveStream, name: string, write: () => string): Promise<PackedText> {
    const texts = this.#kept.get(stream) ?? new Map<string, Kept>();
    this.#kept.set(stream, texts);
    const { version } = stream.window;
    const kept = texts.get(name);
    if (kept?.version === version) return kept.text;
    const text = packText(write());
    texts.set(name, { version, text });
    return text;
  }
}
