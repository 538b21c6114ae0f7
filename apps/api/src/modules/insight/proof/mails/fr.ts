import { formatMailNumber, type MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { ProofMailShapes } from "./shapes.ts";

const LOCALE = "fr-FR";

export const fr: MailTexts<ProofMailShapes> = {
  "proof-stopped": ({ clientName, reason, value, url }) => ({
    subject: `Le mode preuve s’est arrêté – ${clientName}`,
    paragraphs: [
      reason === "rebuffering"
        ? `Les spectateurs sans pairs ont subi davantage de mise en mémoire tampon que les autres\u00a0: au moins ${formatMailNumber(LOCALE, value)}\u00a0s de plus par heure regardée (confiance de 95\u00a0%).`
        : `Les spectateurs sans pairs ont dépassé la limite que vous avez fixée\u00a0: ils ont reçu ${formatMailNumber(LOCALE, value)} Go des serveurs ce mois-ci.`,
      "La diffusion pair-à-pair est rétablie pour tous les spectateurs. Les mesures sont conservées, et un gestionnaire peut lancer une nouvelle série.",
    ],
    action: { label: "Voir les mesures", url },
  }),
};
