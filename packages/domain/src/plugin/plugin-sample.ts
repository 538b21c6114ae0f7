/** The plugin's sample pages: files in `packages/sdk/samples`, without their extension. */
export const PLUGIN_SAMPLES = ["hls", "shaka", "dash", "videojs", "clappr", "react", "plain"] as const;
export type PluginSample = (typeof PLUGIN_SAMPLES)[number];

/** Placeholders in a sample for the reader's own values. */
const PLACEHOLDERS = {
  edgeUrl: /https:\/\/edge\.example\.com/g,
  key: /your-key/g,
  manifestUrl: /https:\/\/cdn\.example\.net\/film\.(?:m3u8|mpd)/g,
};

export interface SampleValues {
  /** The origin of the edge from which the sample page loads the plugin. */
  edgeUrl?: string | undefined;
  /** The public key of the config that the sample page uses. */
  key?: string | undefined;
  /** The manifest's URL from `readManifestUrl`. */
  manifestUrl?: string | undefined;
}

/** Fills known values into a sample; placeholders for unknown values remain. */
export function fillSample(sample: string, values: SampleValues): string {
  const filled = (Object.keys(PLACEHOLDERS) as (keyof typeof PLACEHOLDERS)[]).reduce(
    // A replacer function, since a replacement text with `$&` would be interpreted as a pattern.
    (text, name) => text.replace(PLACEHOLDERS[name], (placeholder) => values[name] ?? placeholder),
    sample,
  );
  const isDash = values.manifestUrl !== undefined && /\.mpd(?:\?|$)/.test(values.manifestUrl);
  return isDash ? filled.replace("application/x-mpegURL", "application/dash+xml") : filled;
}

/**
 * Returns a manifest URL that is safe inside double quotes in a script; undefined if the text is not a web address. Characters that could
 * end a string or an element are encoded.
 */
export function readManifestUrl(text: string): string | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = "";
  return url.href.replace(/["'`<>\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
