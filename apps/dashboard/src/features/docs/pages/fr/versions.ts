import { VERSION } from "@shoal/sdk/plugin-version";
import { code, heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    `La version actuelle est la ${VERSION}. \`/plugin/shoal.js\` et les fichiers semblables sont ceux de la plus récente\u00a0; ceux d'une version restent pour de bon sous \`/plugin/{version}/\`, et les caches peuvent les garder un an.`,
  ),
  code("pinned"),
  heading("which", "Laquelle prendre"),
  list(
    "La plus récente\u00a0: les défauts sont corrigés sans que vous fassiez rien. Elle est redemandée toutes les 5 minutes.",
    "Une version de votre choix\u00a0: rien ne change tant que vous ne changez pas l'adresse. Prenez tous les fichiers d'une même version.",
  ),
  heading("needs", "Ce qui demande quelle version"),
  table(
    ["Fonction", "À partir de la version"],
    [
      ["Attentes réparties selon l'origine du segment attendu", "1.2.0"],
      ["Règle «\u00a0Segments gardés\u00a0»", "1.2.6"],
      ["Tout ce que dit cette documentation", "1.3.0"],
    ],
  ),
  text(
    "1.3.0 est la première version publiée\u00a0: ce qui porte un numéro inférieur n'est pas de nous. Chaque session indique sa version\u00a0; le tableau de bord montre celle qui a lu une vidéo en dernier et signale celle qui est antérieure à 1.2.3 ou à 1.2.10.",
  ),
  heading("changes", "Changements"),
  list(
    "1.3.0\u00a0: première version. Adaptateurs pour hls.js, Shaka Player 5, dash.js 5 et Video.js 8\u00a0; collections, mesures, liste fermée d'erreurs et outil de visualisation.",
  ),
];
