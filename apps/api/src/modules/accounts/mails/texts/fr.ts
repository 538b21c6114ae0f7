import type { LayoutTexts } from "./layout-texts.ts";

export const fr: LayoutTexts = {
  greeting: (username) => `Bonjour ${username},`,
  linkFallback: "Si le bouton ne fonctionne pas, copiez ce lien dans votre navigateur :",
  footer: (supportEmail) => `Envoyé par Shoal. Une question ? Écrivez à ${supportEmail}.`,
};
