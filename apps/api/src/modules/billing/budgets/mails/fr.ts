import { formatMailEuros, type MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { BudgetMailShapes } from "./shapes.ts";

const formatEuros = (cents: number) => formatMailEuros("fr-FR", cents);

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
      `La diffusion de ${clientName} a coûté ${formatEuros(spentCents)} hors taxes ce mois-ci. Le budget est de ${formatEuros(limitCents)}.`,
      ...(isStopped
        ? [
            "Comme vous l’avez choisi, la création de vidéos, de directs et d’entrées CDN est bloquée jusqu’au mois prochain.",
          ]
        : []),
      ...(isCdnStopped
        ? ["Comme vous l’avez choisi, les entrées CDN ne sont plus diffusées avant le mois prochain."]
        : []),
      isPlaybackStopped
        ? "Comme vous l’avez choisi, les spectateurs ne peuvent plus lancer vos vidéos et directs avant le mois prochain. Les spectateurs actuels ne sont pas interrompus. Un gestionnaire peut augmenter le budget sous Facturation."
        : isStopped || isCdnStopped
          ? "Les vidéos et directs publiés restent disponibles. Un gestionnaire peut augmenter le budget sous Facturation."
          : "La diffusion continue. Un gestionnaire peut modifier le budget sous Facturation.",
    ],
  }),
};
