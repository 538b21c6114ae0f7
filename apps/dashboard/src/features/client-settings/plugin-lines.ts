/** Returns the five lines that connect a page's hls.js to the swarm (docs/plugin.md). */
export const pluginLines = ({ edgeUrl, key }: { edgeUrl: string; key: string }): string =>
  [
    `<script src="${edgeUrl}/plugin/shoal.js"></script>`,
    `<script src="${edgeUrl}/plugin/shoal-hls.js"></script>`,
    "<script>",
    `  shoal.attachHls(hls, video, { key: "${key}", edgeUrl: "${edgeUrl}" });`,
    "</script>",
  ].join("\n");
