import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/dropzone/styles.css";
import "../global.css";
import { loadTexts } from "../i18n/index.ts";
import type { Area } from "../i18n/texts.ts";
import { queryClient } from "../lib/queries.ts";

/** A component is shown without the route that brings its texts. */
const areas = Object.keys(import.meta.glob("../i18n/en/*.ts")).map(
  (path) => path.slice("../i18n/en/".length, -".ts".length) as Area,
);
await loadTexts(...areas);

/** A failed call is tried as often as it is for users, who wait for seven seconds meanwhile. */
const { queries } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...queryClient.getDefaultOptions(), queries: { ...queries, retryDelay: 1 } });
