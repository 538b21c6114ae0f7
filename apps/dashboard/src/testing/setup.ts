import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/dropzone/styles.css";
import "../global.css";
import { loadTexts } from "../i18n/index.ts";
import type { Area } from "../i18n/texts.ts";

/** Loads all texts, because tests render components without the routes that would load them. */
const ALL_AREAS = Object.keys(import.meta.glob("../i18n/en/*.ts")).map(
  (path) => path.slice("../i18n/en/".length, -".ts".length) as Area,
);
await loadTexts(...ALL_AREAS);
