import { list, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Ce composant crée son lecteur dans un effet et le détache au nettoyage. La page ci-dessous fonctionne telle quelle, sans compilation. Dans votre application, importez React et hls.js depuis vos paquets\u00a0; l’import du plugin reste une URL du serveur de diffusion.",
  ),
  sample("react"),
  list(
    "Appelez `close()` avant `destroy()`\u00a0: le plugin envoie ses dernières mesures, et le lecteur retrouve son propre chargeur.",
    "En développement, le mode strict de React monte deux fois\u00a0: deux sessions sont ouvertes, et la première se termine immédiatement.",
    "Outils de compilation\u00a0: Vite et Rollup laissent tel quel l’import d’une URL\u00a0; webpack le fait avec `import(/* webpackIgnore: true */ …)`. Ou chargez `shoal.js` et `shoal-hls.js` par des éléments script, et utilisez la variable globale `shoal`.",
  ),
];
