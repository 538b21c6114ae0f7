import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { LiveStream } from "@shoal/media";
import type { TextEncoding } from "../media/send-text.ts";

/**
 * Brotli's level 4 is the fastest of the levels with similarly small results. Speed matters because a live's texts are replaced
 * three times a second.
 */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The current text, compressed once per accepted encoding. */
export class LiveText {
  readonly etag: string;
  readonly #plain: Buffer;
  readonly #packed = new Map<TextEncoding, Buffer>();

  constructor(text: string) {
    this.#plain = Buffer.from(text);
    this.etag = `W/"${createHash("sha256").update(this.#plain).digest("base64url").slice(0, 22)}"`;
  }

  packed(encoding: TextEncoding | undefined): Buffer {
    if (!encoding) return this.#plain;
    const known = this.#packed.get(encoding);
    if (known) return known;
    // Compressing a playlist takes 0.1 ms. Passing it to another thread and back would take longer, while a thousand requests wait.
    const packed =
      encoding === "br" ? brotliCompressSync(this.#plain, BROTLI_OPTIONS) : gzipSync(this.#plain);
    this.#packed.set(encoding, packed);
    return packed;
  }
}

interface CachedText {
  version: number;
  text: LiveText;
}

/** Caches playlists, manifests and hash lists of lives. Each is written and compressed once per change, for all requests. */
export class LiveTexts {
  readonly #kept = new WeakMap<LiveStream, Map<string, CachedText>>();

  /**
   * Returns a playlist, manifest or hash list, which is written only once per change.
   * @param name the key under which the text is cached; a live has only a few.
   */
  get(stream: LiveStream, name: string, write: () => string): LiveText {
    const texts = this.#kept.get(stream) ?? new Map<string, CachedText>();
    this.#kept.set(stream, texts);
    const { version } = stream.window;
    const kept = texts.get(name);
    if (kept?.version === version) return kept.text;
    const text = new LiveText(write());
    texts.set(name, { version, text });
    return text;
  }
}
