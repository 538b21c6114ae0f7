import type { PlayPreview, PlaySession } from "@shoal/contract/player";
import type { PlayCallError } from "@shoal/sdk";
import type { Language, PlayerTexts } from "../i18n/texts.ts";
import type { Countdown, GateContext, PasswordForm, PasswordRefusal } from "./gate.types.ts";

/** Interval at which waiting viewers check the start date, since the owner may bring it forward. */
const RECHECK_INTERVAL_MS = 60_000;
/** Maximum random delay after the start, which spreads the requests of waiting viewers. */
const START_SPREAD_MS = 1_000;

export interface GatekeeperHost {
  root: HTMLElement;
  texts: PlayerTexts;
  language: Language;
  /** Shows the title and poster of a video that does not play yet. */
  showPreview(preview: PlayPreview): void;
  /** Calls the edge again, with the password that the viewer entered. */
  reopen(password?: string): void;
  /** Tries again, since the video may have started. Plays on success. */
  begin(): void;
}

export interface Gatekeeper {
  /** Shows the countdown or the password form, or updates the visible one. */
  shut(type: string, preview: PlayPreview): Promise<void>;
  /** Removes the current content. */
  open(): void;
  /**
   * Shows in the form why its password was rejected.
   * @returns false if the error has another reason.
   */
  refusePassword(error: PlayCallError): boolean;
  /** Shows the intro once. Returns undefined if there is no intro to wait for. */
  passIntro(session: PlaySession | undefined): Promise<void> | undefined;
}

/** Manages the gates in front of a video. Their code is loaded on demand, since most videos have none. */
export function createGatekeeper(host: GatekeeperHost): Gatekeeper {
  const { root, texts } = host;
  let gate: Countdown | PasswordForm | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let intro: Promise<void> | undefined;
  let isIntroSeen = false;
  let shutCount = 0;

  const open = () => {
    clearTimeout(timer);
    shutCount += 1;
    gate?.close();
    gate = undefined;
    root.classList.remove("has-gate");
  };
  const put = (next: Countdown | PasswordForm) => {
    gate = next;
    root.classList.add("has-gate");
    root.append(next.element);
  };
  const beginSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(host.begin, Math.random() * START_SPREAD_MS);
  };
  return {
    async shut(type, preview) {
      clearTimeout(timer);
      host.showPreview(preview);
      const context: GateContext = { texts, language: host.language, preview };
      const wanted = type === "not_started" ? "countdown" : "password";
      const isThere = gate?.type === wanted;
      if (gate?.type === "countdown" && isThere) gate.update(preview);
      if (!isThere) open();
      if (wanted === "countdown") timer = setTimeout(host.begin, RECHECK_INTERVAL_MS);
      if (isThere) return;
      const turn = shutCount;
      if (wanted === "countdown") {
        const { createCountdown } = await import("./countdown.ts");
        if (turn === shutCount) put(createCountdown(context, beginSoon));
      } else {
        const { createPasswordForm } = await import("./password-form.ts");
        if (turn === shutCount) put(createPasswordForm(context, host.reopen));
      }
    },
    open,
    refusePassword({ type, code }) {
      const reason = refusalOf(type, code);
      if (gate?.type !== "password" || !reason) return false;
      gate.refuse(reason);
      return true;
    },
    passIntro(session) {
      const modal = session?.player.introModal;
      if (!modal || isIntroSeen) return undefined;
      intro ??= import("./intro.ts")
        .then(({ showIntro }) => showIntro(root, modal, texts))
        .then(() => {
          isIntroSeen = true;
        })
        .finally(() => {
          // If the code could not be loaded, the next attempt to play loads it again.
          intro = undefined;
        });
      return intro;
    },
  };
}

function refusalOf(type: string, code: string): PasswordRefusal | undefined {
  if (type === "password_wrong" || type === "password_required") return "wrong";
  if (code === "too_many_requests") return "tooManyTries";
  return type === "network" ? "network" : undefined;
}
