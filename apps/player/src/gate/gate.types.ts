import type { PlayPreview } from "@shoal/contract/player";
import type { Language, PlayerTexts } from "../i18n/texts.ts";

/** An element that covers the video until the viewer may watch. */
export interface Gate {
  readonly type: "countdown" | "password";
  element: HTMLElement;
  close(): void;
}

export interface GateContext {
  texts: PlayerTexts;
  language: Language;
  preview: PlayPreview;
}

export interface Countdown extends Gate {
  type: "countdown";
  /** Updates the countdown, since the start date may have changed. */
  update(preview: PlayPreview): void;
}

export type PasswordRefusal = "wrong" | "tooManyTries" | "network";

export interface PasswordForm extends Gate {
  type: "password";
  /** Shows why the password was rejected and lets the viewer try again. */
  refuse(reason: PasswordRefusal): void;
  focus(): void;
}
