import { type MailTexts, writeEuros } from "../../../../platform/mail/define-mails.ts";
import type { BudgetMailShapes } from "./shapes.ts";

const euros = (cents: number) => writeEuros("fr-FR", cents);

export const fr: MailTexts<BudgetMailShapes> = {
  "budget-warning": ({
    clientName,
    percent,
    spentCents,
    limitCents,
    isStopped,
    isCdnStopped,
    isPlaybackStopped,
  }) => ({
    subject: `${clientName} a utilisé ${percent} % du budget de ce mois`,
    paragraphs: [
      `La diffusion de ${clientName} a coûté ${euros(spentCents)} hors taxes ce mois-ci. Le budget est de ${euros(limitCents)}.`,
      ...(isStopped
        ? [
            "Aucune vidéo, aucun direct ni aucune entrée CDN ne peut être créé avant le mois prochain, comme vous l’avez choisi.",
          ]
        : []),
      ...(isCdnStopped
        ? ["Les entrées CDN ne sont plus servies avant le mois prochain, comme vous l’avez choisi."]
        : []),
      isPlaybackStopped
        ? "Les spectateurs ne peuvent plus lancer vos vidéos et directs avant le mois prochain, comme vous l’avez choisi. Ceux qui regardent ne sont pas interrompus. Un gestionnaire peut augmenter le budget sous Facturation."
        : isStopped || isCdnStopped
          ? "Les vidéos et directs publiés restent diffusés. Un gestionnaire peut augmenter le budget sous Facturation."
          : "Rien n’est arrêté. Un gestionnaire peut modifier le budget sous Facturation.",
    ],
  }),
};
