import { FIXTURE_NAMES } from "../screen-fixtures.ts";
import { createRow, NO_RIGHTS, type ScreenRow } from "./row.ts";

/** The screens for integration into other websites: configs, documentation, samples. */
export const INTEGRATION_ROWS: readonly ScreenRow[] = [
  createRow("configs", "manager", "/config", {
    heading: "Configs",
    shows: FIXTURE_NAMES.config,
  }),
  createRow("configs", "manager", "/config?tab=tokens", {
    note: "with the keys of signed tokens",
    heading: "Configs",
    shows: { EN: "No keys yet", FR: "Pas encore de clé" },
  }),
  createRow("configs", "manager", "/config?tab=apiKeys", {
    note: "with the API keys",
    heading: "Configs",
    shows: { EN: "No API keys yet", FR: "Aucune clé d’API pour le moment" },
  }),
  createRow("configs", "manager", "/config?tab=webhooks", {
    note: "with the webhooks",
    heading: "Configs",
    shows: { EN: "No webhooks yet", FR: "Aucun webhook pour le moment" },
  }),
  createRow("configs", "editor", "/config?tab=imports", {
    note: "with the imports",
    heading: "Configs",
    shows: { EN: "No imports yet", FR: "Aucune importation pour le moment" },
  }),
  createRow("configs", "manager", "/config?tab=exit", {
    note: "with the archives",
    heading: "Configs",
    shows: { EN: "No archives yet", FR: "Aucune archive pour le moment" },
  }),
  createRow(
    "configs",
    "visitor",
    ({ configUuid, siteUuid }) => `/config?config=${configUuid}&site=${siteUuid}`,
    {
      note: "with the figures of a site",
      heading: FIXTURE_NAMES.site,
      shows: { EN: "No views from this site", FR: "Aucun visionnage depuis ce site" },
    },
  ),
  createRow("configs", "visitor", "/config?tab=authorizations", {
    note: "without the right to modify",
    heading: "Configs",
    shows: NO_RIGHTS,
  }),
  createRow("cdn", "manager", "/cdn", {
    heading: "CDN",
    shows: { EN: "No CDN entries yet", FR: "Aucune entrée CDN" },
  }),
  createRow("cdn", "editor", "/cdn?tab=caching", {
    note: "with the guidance for caches",
    heading: "CDN",
    shows: { EN: "Recommended headers by file type", FR: "En-têtes recommandés par type de fichier" },
  }),
  createRow("cdn", "manager", "/cdn?tab=calculator", {
    note: "with the calculator",
    heading: "CDN",
    shows: { EN: "Monthly price", FR: "Prix mensuel" },
  }),
  createRow("cdn", "visitor", "/cdn", {
    note: "without the right to modify",
    heading: "CDN",
    shows: NO_RIGHTS,
  }),
  createRow("cdnCalculator", "nobody", "/cdn/calculator?by=traffic&terabytes=30", {
    heading: { EN: "Price calculator", FR: "Calculateur de prix" },
    shows: { EN: "Monthly price", FR: "Prix mensuel" },
  }),
  createRow("docs", "visitor", "/doc", {
    heading: { EN: "First steps", FR: "Premiers pas" },
    shows: { EN: "Five lines", FR: "Cinq lignes" },
  }),
  createRow("docs", "editor", "/doc/players/shaka", {
    note: "of a player",
    heading: "Shaka Player",
    shows: { EN: "With DRM", FR: "Avec DRM" },
  }),
  createRow("docs", "editor", "/doc/api/api-calls", {
    note: "of the calls of the API",
    heading: { EN: "Calls", FR: "Appels" },
    shows: { EN: "Search calls", FR: "Rechercher un appel" },
  }),
  createRow("docs", "editor", "/doc/players/none", {
    note: "of a page that is not there",
    heading: "Documentation",
    shows: { EN: "This page does not exist", FR: "Cette page n’existe pas" },
  }),
  createRow("samples", "editor", ({ pluginKey }) => `/samples/${pluginKey}`, {
    heading: { EN: "Samples", FR: "Exemples" },
    shows: { EN: "MB from the CDN", FR: "Mo du CDN" },
  }),
  createRow("samples", "editor", "/samples/that-is-no-key", {
    note: "of a key that nobody has",
    heading: { EN: "Samples", FR: "Exemples" },
    shows: { EN: "No config has this key", FR: "Aucune config n’a cette clé" },
  }),
];
