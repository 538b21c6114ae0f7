import "./style/base.css";
import type { OutroPreviewMessage } from "@shoal/contract";
import { pickLanguage, textsOf } from "./i18n/texts.ts";
import { createOutroView } from "./outro/outro-view.ts";

const doNothing = () => undefined;
const language = pickLanguage(new URLSearchParams(location.search).get("lang"), navigator.languages);
const playerTexts = textsOf(language);
document.documentElement.lang = language;
const previewRoot = document.getElementById("player");
previewRoot?.classList.add("player", "is-bare", "has-outro");

/** Only messages of the embedding page are accepted. Their content is shown as text and pictures, as viewers see it. */
window.addEventListener("message", ({ source, data }: MessageEvent<Partial<OutroPreviewMessage> | null>) => {
  if (source !== window.parent || data?.shoal !== 1 || data.command !== "showOutro" || !data.outro) return;
  const view = createOutroView(data.outro, playerTexts, {
    replay: doNothing,
    clickButton: doNothing,
    clickSubtext: doNothing,
  });
  previewRoot?.replaceChildren(view);
});
if (window.parent !== window) window.parent.postMessage({ shoal: 1, event: "ready" }, "*");
