import { STREAMING_TOKEN_SAMPLE } from "@shoal/tokens/streaming-token-sample";
import { PLAYER_ALLOWANCES } from "../../lib/sharing.ts";

/** The code shared by several pages or languages, with the same placeholders as the samples. */
export const SNIPPETS = {
  installClient: `curl -fO https://video.example.com/packages/shoal-client.tgz
npm install ./shoal-client.tgz`,
  fiveLines: `<script src="https://edge.example.com/plugin/shoal.js"></script>
<script src="https://edge.example.com/plugin/shoal-hls.js"></script>
<script>
  const hls = new Hls();
  shoal.attachHls(hls, video, { key: "your-key", edgeUrl: "https://edge.example.com" });
  hls.loadSource("https://cdn.example.net/film.m3u8");
  hls.attachMedia(video);
</script>`,
  module: `import { attachHls } from "https://edge.example.com/plugin/shoal-hls.mjs";`,
  pinned: `<script src="https://edge.example.com/plugin/{{version}}/shoal.js"></script>
<script src="https://edge.example.com/plugin/{{version}}/shoal-hls.js"></script>`,
  check: `[...shoal.attachments][0].metrics()
// { bytesServer: 5120400, bytesPeer: 0, bytesUp: 0, peers: 0, audience: 1, … }`,
  hlsDrm: `const hls = new Hls({
  emeEnabled: true,
  drmSystems: {
    "com.widevine.alpha": { licenseUrl: "https://licence.example.net/widevine" },
    "com.microsoft.playready": { licenseUrl: "https://licence.example.net/playready" },
  },
});
shoal.attachHls(hls, video, { key: "your-key", edgeUrl: "https://edge.example.com" });`,
  videojsDrm: `const player = videojs("player");
player.eme();
shoal.attachVideojs(player, { key: "your-key", edgeUrl: "https://edge.example.com" });
player.src({
  src: "https://cdn.example.net/film.mpd",
  type: "application/dash+xml",
  keySystems: { "com.widevine.alpha": "https://licence.example.net/widevine" },
});`,
  shakaWidevine: `player.configure({
  drm: { servers: { "com.widevine.alpha": "https://licence.example.net/widevine" } },
});`,
  dashWidevine: `player.setProtectionData({
  "com.widevine.alpha": { serverURL: "https://licence.example.net/widevine" },
});`,
  overrideNative: `const player = videojs("player", { html5: { vhs: { overrideNative: true } } });`,
  safari: `if (Hls.isSupported()) {
  shoal.attachHls(hls, video, options);
  hls.loadSource(src);
  hls.attachMedia(video);
} else {
  video.src = src;
}`,
  flowplayer: `const hls = player.engine.hlsjs ?? player.engine.hls;
if (hls) shoal.attachHls(hls, document.querySelector("#player video"), { key: "your-key", edgeUrl: "https://edge.example.com" });`,
  collection: `shoal.attachHls(hls, video, {
  key: "your-key",
  edgeUrl: "https://edge.example.com",
  video: "season-2/episode-4",
  collection: "Season 2",
});`,
  metrics: `shoal.attachHls(hls, video, {
  key: "your-key",
  edgeUrl: "https://edge.example.com",
  onMetrics({ bytesServer, bytesPeer, peers }) {
    const share = bytesPeer / (bytesServer + bytesPeer || 1);
    console.log(\`\${Math.round(100 * share)}% from \${peers} peers\`);
  },
});`,
  errors: `shoal.attachHls(hls, video, {
  key: "your-key",
  edgeUrl: "https://edge.example.com",
  onError: ({ type, detail }) => console.warn("shoal:", type, detail),
});`,
  csp: `Content-Security-Policy:
  script-src 'self' https://edge.example.com;
  connect-src 'self' https://edge.example.com wss://edge.example.com https://cdn.example.net;
  media-src 'self' blob:;
  worker-src 'self' blob:`,
  overlayOption: `shoal.attachHls(hls, video, { key: "your-key", edgeUrl: "https://edge.example.com", overlay: true });`,
  overlayScript: `<script src="https://edge.example.com/plugin/shoal-overlay.js"></script>`,
  overlayModule: `import("https://edge.example.com/plugin/shoal-overlay.mjs");`,
  bookmarklet: `javascript:void document.head.append(Object.assign(document.createElement("script"),{src:"https://edge.example.com/plugin/shoal-overlay.js"}))`,
  android: `// Once the page of the WebView has been loaded (WebViewClient.onPageFinished):
webView.settings.javaScriptEnabled = true
webView.evaluateJavascript(
  """
  document.head.append(Object.assign(document.createElement("script"), {
    src: "https://edge.example.com/plugin/shoal-overlay.js",
  }))
  """.trimIndent(),
  null,
)`,
  iframe: `<iframe src="https://edge.example.com/embed/VIDEO" title="…" style="width:100%;aspect-ratio:16/9;border:0"
  allow="${PLAYER_ALLOWANCES}"></iframe>`,
  messages: `const frame = document.querySelector("iframe");
const origin = "https://edge.example.com";
window.addEventListener("message", ({ origin: from, source, data }) => {
  if (from !== origin || source !== frame.contentWindow || data.shoal !== 1) return;
  if (data.event === "ended") showNext();
});
frame.contentWindow.postMessage({ shoal: 1, id: 1, command: "seek", positionSec: 42 }, origin);`,
  signToken: STREAMING_TOKEN_SAMPLE.trimEnd(),
  authorization: `shoal.attachHls(hls, video, {
  key: "your-key",
  edgeUrl: "https://edge.example.com",
  video: "film",
  // Your own address, which returns a token for the user signed in on your site.
  authorization: () => fetch("/token?video=film").then((response) => response.text()),
});`,
  embedToken: `<iframe src="https://edge.example.com/embed/VIDEO#authorization=TOKEN" title="…"></iframe>`,
} as const;
export type SnippetName = keyof typeof SNIPPETS;
