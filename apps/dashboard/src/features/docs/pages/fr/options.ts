import { code, heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Les options sont le dernier argument de `attachHls`, `attachShaka`, `attachDash` et `attachVideojs`.",
  ),
  table(
    ["Option", "Signification"],
    [
      ["`key`", "La clé publique d’une config. Obligatoire."],
      ["`edgeUrl`", "L’origine du serveur de diffusion, sans barre oblique finale. Obligatoire."],
      [
        "`video`",
        "Le nom que votre page donne à la vidéo, 200 caractères au plus. Par défaut\u00a0: le chemin du manifeste. Les spectateurs d’un même client et d’un même nom échangent des données entre eux, et les statistiques sont enregistrées sous ce nom.",
      ],
      ["`collection`", "La collection de la vidéo\u00a0: voir [Collections](/doc/reference/collections)."],
      [
        "`authorization`",
        "Un jeton de votre serveur, ou une fonction qui en renvoie un\u00a0: voir [Jetons de lecture](/doc/reference/streaming-tokens).",
      ],
      [
        "`consent`",
        "Indique si le spectateur accepte l’échange, quand votre page le lui demande\u00a0: `true`, `false` ou une fonction. Voir [Confidentialité](/doc/site/privacy).",
      ],
      ["`onMetrics(metrics)`", "Appelée chaque seconde\u00a0: voir [Mesures](/doc/reference/metrics)."],
      [
        "`onError({ type, detail })`",
        "Appelée en cas de problème\u00a0: voir [Erreurs](/doc/reference/errors).",
      ],
      [
        "`overlay`",
        "`true` affiche sur la page la provenance de chaque segment\u00a0: voir [Outil de visualisation](/doc/tools/visualization).",
      ],
    ],
  ),
  heading("answer", "Valeur renvoyée"),
  text("Chaque fonction renvoie immédiatement un objet à trois fonctions, et ne lève jamais d’exception."),
  list(
    "`metrics()`\u00a0: les mesures actuelles.",
    "`setConsent(isGiven)`\u00a0: le spectateur a accepté ou refusé l’échange de données, ou changé d’avis.",
    "`close()`\u00a0: détache le lecteur, qui continue la lecture à partir de son CDN. Les dernières mesures sont envoyées.",
  ),
  text("`shoal.version` est la version du plugin, `shoal.SHOAL_ERRORS` la liste de ses erreurs."),
  heading("several", "Plusieurs lecteurs sur une page"),
  text(
    "Connectez chaque lecteur séparément. `shoal.attachments` est un `Set` de tous les lecteurs connectés, y compris quand le plugin est un module.",
  ),
  heading("module", "En module"),
  code("module"),
  text("Les types se trouvent à côté des fichiers\u00a0: `shoal.d.ts`, `shoal-hls.d.ts`, et ainsi de suite."),
];
