import { VERSION } from "@shoal/sdk/plugin-version";
import { code, heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    `La version actuelle est la ${VERSION}. \`/plugin/shoal.js\` et les autres fichiers sans version sont toujours les plus récents\u00a0; ceux sous \`/plugin/{version}/\` ne changent jamais, et les caches peuvent les garder un an.`,
  ),
  code("pinned"),
  heading("which", "Quelle version utiliser"),
  list(
    "La plus récente\u00a0: les corrections arrivent automatiquement. Les navigateurs vérifient toutes les 5 minutes s’il y en a une nouvelle.",
    "Une version fixe\u00a0: rien ne change tant que vous ne changez pas l’URL. Utilisez tous les fichiers d’une même version.",
  ),
  heading("needs", "Versions minimales"),
  table(
    ["Fonction", "À partir de la version"],
    [
      ["Mise en mémoire tampon répartie selon la source du segment attendu", "1.2.0"],
      ["Règle «\u00a0Segments conservés pour les pairs\u00a0»", "1.2.6"],
      ["Tout le reste de cette documentation", "1.3.0"],
    ],
  ),
  text(
    "1.3.0 est notre première version\u00a0: il n’y a pas de version antérieure. Chaque session indique sa version\u00a0; le tableau de bord indique celle qui a lu une vidéo en dernier, signale les versions antérieures à 1.2.3 ou à 1.2.10 et indique au-dessus de la liste combien de sessions des 7 derniers jours en utilisaient une.",
  ),
  heading("changes", "Changements"),
  list(
    "1.3.0\u00a0: première version. Adaptateurs pour hls.js, Shaka Player 5, dash.js 5 et Video.js 8\u00a0; collections, mesures, liste fermée d’erreurs et outil de visualisation.",
  ),
];
