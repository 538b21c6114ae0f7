import { SHOAL_ERRORS, type ShoalErrorType } from "@shoal/sdk/plugin-errors";
import { code, heading, type Page, table, text } from "../../blocks.ts";

/** The page about errors of the plugin: the cause of each error, and how to fix it. */
const ERRORS: Record<ShoalErrorType, readonly [cause: string, remedy: string]> = {
  options: [
    "`key` ou `edgeUrl` manque, ou l’objet transmis n’est pas un lecteur.",
    "Comparez votre appel avec la page de votre lecteur.",
  ],
  key_unknown: [
    "Aucune config n’a cette clé, ou elle a été révoquée.",
    "Copiez la clé d’une config active. Le plugin réessaie au rechargement de la page.",
  ],
  site_denied: [
    "Les sites de la config indiquent des sites web, et la page n’est sur aucun d’eux.",
    "Ajoutez l’hôte de la page à un site de la config, ou utilisez la clé d’une autre.",
  ],
  denied: [
    "Une règle ne permet pas à ce spectateur de participer\u00a0: la diffusion est désactivée, elle exige [un jeton](/doc/reference/streaming-tokens) qu’il n’a pas, ou son adresse, son pays, son VPN ou son site web n’est pas autorisé.",
    "Vérifiez les règles de la vidéo, de sa collection et de sa config. `detail` indique la règle en cause.",
  ],
  unreachable: [
    "Le serveur de diffusion est injoignable ou ne répond pas correctement, ou votre fonction de jeton ou de consentement a échoué.",
    "Vous n’avez rien à faire\u00a0: le plugin réessaie automatiquement. Si cela persiste, vérifiez `edgeUrl` et [votre politique](/doc/site/csp).",
  ],
  integrity: [
    "Des pairs ou le CDN ont envoyé des données qui ne correspondent pas au segment. Rien n’en a été lu.",
    "Si elle est rare, vous n’avez rien à faire\u00a0: ce pair est évité. Si elle est fréquente, votre CDN envoie des octets différents pour le même chemin\u00a0; utilisez des chemins différents.",
  ],
  internal: ["Erreur interne du plugin.", "Contactez-nous avec `detail`, la version et l’URL de la page."],
};

export const page: Page = [
  text(
    "`onError` est appelée avec `{ type, detail }`. `type` vient d’une liste fermée, `shoal.SHOAL_ERRORS`\u00a0; `detail` est destiné aux développeurs et peut changer. Dans tous les cas, le lecteur continue à partir de votre CDN.",
  ),
  code("errors"),
  heading("list", "Liste des erreurs"),
  table(
    ["Type", "Cause", "Remède"],
    SHOAL_ERRORS.map((type) => [`\`${type}\``, ...ERRORS[type]]),
  ),
];
