import type { LayoutTexts } from "./layout-texts.ts";

export const en: LayoutTexts = {
  greeting: (username) => `Hello ${username},`,
  linkFallback: "If the button does not work, copy this link into your browser:",
  footer: (supportEmail) => `Sent by Shoal. Questions? Contact ${supportEmail}.`,
};
