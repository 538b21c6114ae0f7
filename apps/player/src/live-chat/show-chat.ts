import type { PlaySession } from "@shoal/contract/player";
import type { Language } from "../i18n/texts.ts";
import type { ChatHost } from "./chat-panel.ts";

/** Opens and closes the chat according to the session. The chat's script is loaded on demand. */
export function createChatDisplay(host: Omit<ChatHost, "texts">, language: Language) {
  let mode: "live" | "replay" | undefined;
  let close: (() => void) | undefined;
  return {
    follow({ chat }: PlaySession): void {
      if (chat?.mode === mode) return;
      close?.();
      close = undefined;
      mode = chat?.mode;
      const wanted = mode;
      if (!wanted) return;
      Promise.all([import("./chat-panel.ts"), import("./texts.ts")]).then(
        ([{ openChat }, { chatTextsOf }]) => {
          if (mode === wanted && !close) close = openChat({ ...host, texts: chatTextsOf(language) }, wanted);
        },
        // If its script cannot be loaded, the video plays without the chat. The next session tries again.
        (error: unknown) => {
          mode = undefined;
          console.error(error);
        },
      );
    },
  };
}
