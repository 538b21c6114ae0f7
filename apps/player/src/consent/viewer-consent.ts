import type { PlaySession } from "@shoal/contract/player";
import type { ConsentAsked } from "@shoal/sdk/consent";
import type { Language } from "../i18n/texts.ts";
import type { PlayerOptions } from "../options.ts";

export interface ViewerConsentHost {
  root: HTMLElement;
  video: HTMLVideoElement;
  language: Language;
  options: Pick<PlayerOptions, "consent" | "isPeering" | "hasControls">;
  /** Called when the viewer's answer is new or has changed, so that a new session is requested. */
  changed(): void;
}

/** The consent of this page's viewer to share data with other viewers. */
export interface ViewerConsent {
  /** Returns the current answer; undefined if the viewer was not prompted or has not answered. */
  isGiven(): boolean | undefined;
  /** Shows the consent dialog, at most once, if the rules require consent and the URL does not contain the viewer's choice. */
  follow(session: PlaySession): void;
  /** Returns the answer and how to change it; undefined if consent is not required. */
  prompt(): Pick<ConsentAsked, "choice" | "choose"> | undefined;
}

/** Manages the viewer's consent. The dialog is loaded on demand, since most clients require no consent. */
export function createViewerConsent(host: ViewerConsentHost): ViewerConsent {
  const { root, video, language, options, changed } = host;
  let given = options.consent ?? undefined;
  let asked: ConsentAsked | undefined;
  let isAsking = false;

  async function ask(clientId: string): Promise<void> {
    const { askConsent } = await import("@shoal/sdk/consent");
    asked = askConsent({
      video,
      clientId,
      language,
      hasEntry: !options.hasControls,
      onAnswer(isGiven) {
        given = isGiven;
        changed();
      },
    });
    root.prepend(asked.element);
  }
  return {
    isGiven: () => given,
    follow({ p2p, live }) {
      const canExchange =
        options.isPeering && live?.delay !== "no" && typeof RTCPeerConnection === "function";
      if (!p2p.consent || given !== undefined || isAsking || !canExchange) return;
      isAsking = true;
      ask(p2p.consent.clientId).catch(() => {
        // The dialog cannot be loaded while the edge is unreachable. The next session shows it again.
        isAsking = false;
      });
    },
    prompt: () => asked,
  };
}
