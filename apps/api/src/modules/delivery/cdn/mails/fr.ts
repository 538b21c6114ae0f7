import { formatMailDay, type MailTexts } from "../../../../platform/mail/define-mails.ts";
import type { CdnMailShapes } from "./shapes.ts";

export const fr: MailTexts<CdnMailShapes> = {
  "cdn-name-failing": ({ clientName, host, stopsAt, url }) => ({
    subject:
      stopsAt === null
        ? `${host} n’est plus servi`
        : `Les enregistrements DNS de ${host} ne sont pas valides`,
    paragraphs: [
      stopsAt === null
        ? `Les enregistrements DNS de ${host}, un nom d’hôte d’une entrée CDN de ${clientName}, ne sont plus valides depuis trois jours. Le CDN ne sert plus ce nom.`
        : `Les enregistrements DNS de ${host}, un nom d’hôte d’une entrée CDN de ${clientName}, ne pointent plus vers le CDN ou ne correspondent plus à l’entrée. Le nom est servi jusqu’au ${formatMailDay("fr-FR", stopsAt)}.`,
      "Corrigez les enregistrements, puis vérifiez le nom sur la page de l’entrée CDN.",
    ],
    action: { label: "Voir vos entrées CDN", url },
    notes: ["Vous recevez cet e-mail parce que vous gérez le compte."],
  }),
};
