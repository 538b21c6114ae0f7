/** Pages that show the plugin at work: files of `packages/sdk/samples`, without their ending. */
export const PLUGIN_SAMPLES = ["hls", "shaka", "dash", "videojs", "clappr", "react", "plain"] as const;
export type PluginSample = (typeof PLUGIN_SAMPLES)[number];

/** The placeholder for the reader's own values in a sample. */
const PLACEHOLDERS = {
  edgeUrl: /https:\/\/edge\.example\.com/g,
  key: /your-key/g,
  manifestUrl: /https:\/\/cdn\.example\.net\/film\.(?:m3u8|mpd)/g,
};

export interface SampleValues {
  /** Origin of the edge. */
  edgeUrl?: string | undefined;
  /** The public key of a config. */
  key?: string | undefined;
  /** As returned by `readManifestUrl`. */
  manifestUrl?: string | undefined;
}

/** A sample with what is known put in; the rest stays as a placeholder. */
export function fillSample(sample: string, values: SampleValues): string {
  const filled = (Object.keys(PLACEHOLDERS) as (keyof typeof PLACEHOLDERS)[]).reduce(
    // By a function: a text with `$&` in it would be a pattern.
    (text, name) => text.replace(PLACEHOLDERS[name], (placeholder) => values[name] ?? placeholder),
    sample,
  );
  const isDash = values.manifestUrl !== undefined && /\.mpd(?:\?|$)/.test(values.manifestUrl);
  return isDash ? filled.replace("application/x-mpegURL", "application/dash+xml") : filled;
}

/**
 * The address of a manifest as it may stand in a script between double quotes; undefined for what is no address of the
 * web. What could end a text or an element is encoded.
 */
export function readManifestUrl(text: string): string | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = "";
  return url.href.replace(/["'`<>\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
