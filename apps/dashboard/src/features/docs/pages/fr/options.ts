import { code, heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text("Le dernier argument de `attachHls`, `attachShaka`, `attachDash` et `attachVideojs`."),
  table(
    ["Option", "Signification"],
    [
      ["`key`", "La clé publique d'une configuration. Obligatoire."],
      ["`edgeUrl`", "L'origine de l'edge, sans barre oblique finale. Obligatoire."],
      [
        "`video`",
        "Le nom que votre page donne à la vidéo, 200 caractères au plus. Sans lui, le chemin du manifeste. Les spectateurs d'un même client et d'un même nom se rencontrent, et les chiffres sont tenus sous ce nom.",
      ],
      [
        "`collection`",
        "Le groupe auquel la vidéo appartient\u00a0: voir [Collections](/doc/reference/collections).",
      ],
      [
        "`authorization`",
        "Un jeton de votre serveur, ou une fonction qui en donne un\u00a0: voir [Jetons de lecture](/doc/reference/streaming-tokens).",
      ],
      [
        "`consent`",
        "Si le spectateur a accepté d'échanger, quand votre page le lui demande\u00a0: `true`, `false` ou une fonction. Voir [Confidentialité](/doc/site/privacy).",
      ],
      ["`onMetrics(metrics)`", "Appelée chaque seconde\u00a0: voir [Mesures](/doc/reference/metrics)."],
      [
        "`onError({ type, detail })`",
        "Appelée quand quelque chose échoue\u00a0: voir [Erreurs](/doc/reference/errors).",
      ],
      [
        "`overlay`",
        "`true` montre sur la page ce qui vient d'où\u00a0: voir [Outil de visualisation](/doc/tools/visualization).",
      ],
    ],
  ),
  heading("answer", "Ce que vous obtenez"),
  text("Chaque fonction rend aussitôt un objet à trois fonctions, et ne lance jamais d'exception."),
  list(
    "`metrics()`\u00a0: les chiffres du moment.",
    "`setConsent(isGiven)`\u00a0: le spectateur a répondu s'il échange avec d'autres, ou changé d'avis.",
    "`close()`\u00a0: libère le lecteur, qui continue depuis son CDN. Les derniers chiffres sont envoyés.",
  ),
  text("`shoal.version` est la version du plugin, `shoal.SHOAL_ERRORS` la liste de ses erreurs."),
  heading("several", "Plusieurs lecteurs sur une page"),
  text(
    "Attachez chacun séparément. `shoal.attachments` est un `Set` de tous ceux qui sont attachés, y compris quand le plugin est un module.",
  ),
  heading("module", "En module"),
  code("module"),
  text("Les types se trouvent à côté des fichiers\u00a0: `shoal.d.ts`, `shoal-hls.d.ts`, et ainsi de suite."),
];
