import { SHOAL_ERRORS, type ShoalErrorType } from "@shoal/sdk/plugin-errors";
import { code, heading, type Page, table, text } from "../../blocks.ts";

/** Each error of the plugin: why it comes, and what to do. */
const ERRORS: Record<ShoalErrorType, readonly [cause: string, remedy: string]> = {
  options: [
    "`key` ou `edgeUrl` manque, ou le lecteur donné n'en est pas un.",
    "Comparez votre appel avec la page de votre lecteur.",
  ],
  key_unknown: [
    "Aucune configuration n'a cette clé, ou elle a été révoquée.",
    "Copiez la clé d'une configuration en vigueur. Rien n'est retenté avant le rechargement de la page.",
  ],
  site_denied: [
    "Les sites de la configuration nomment des sites web, et la page n'est sur aucun d'eux.",
    "Ajoutez l'hôte de la page à un site de la configuration, ou prenez la clé d'une autre.",
  ],
  denied: [
    "Une règle ne laisse pas ce spectateur participer\u00a0: la diffusion est coupée, elle demande [un jeton](/doc/reference/streaming-tokens) qu'il n'a pas, ou son adresse, son pays, son VPN ou son site web n'est pas autorisé.",
    "Regardez les règles de la vidéo, de sa collection et de sa configuration. `detail` nomme la règle.",
  ],
  unreachable: [
    "L'edge est injoignable ou ne répond pas comme il devrait\u00a0; ou votre fonction des jetons ou du consentement a échoué.",
    "Rien\u00a0: une nouvelle tentative suit d'elle-même. Si cela dure, vérifiez `edgeUrl` et [votre politique](/doc/site/csp).",
  ],
  integrity: [
    "Des pairs ou le CDN ont envoyé autre chose que le segment. Rien n'en a été lu depuis les pairs.",
    "De temps en temps\u00a0: rien, ce pair est évité. Souvent\u00a0: votre CDN donne des octets différents pour le même chemin\u00a0; faites différer les chemins là où les octets diffèrent.",
  ],
  internal: [
    "Le plugin lui-même a échoué.",
    "Écrivez-nous avec `detail`, la version et l'adresse de la page.",
  ],
};

export const page: Page = [
  text(
    "`onError` est appelée avec `{ type, detail }`. `type` vient d'une liste fermée, `shoal.SHOAL_ERRORS`\u00a0; `detail` est destiné aux développeurs et peut changer. Dans tous les cas, le lecteur continue depuis votre CDN.",
  ),
  code("errors"),
  heading("list", "La liste"),
  table(
    ["Type", "Cause", "Remède"],
    SHOAL_ERRORS.map((type) => [`\`${type}\``, ...ERRORS[type]]),
  ),
];
