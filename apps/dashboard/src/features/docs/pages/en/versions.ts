import { VERSION } from "@shoal/sdk/plugin-version";
import { code, heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    `The present version is ${VERSION}. \`/plugin/shoal.js\` and its like are the newest one's files; those of a version stay for good under \`/plugin/{version}/\`, and may be kept by caches for a year.`,
  ),
  code("pinned"),
  heading("which", "Which one to take"),
  list(
    "The newest: faults are mended without your doing. It is asked for anew every 5 minutes.",
    "A version of your own choice: nothing changes until you change the address. Take all files of one version.",
  ),
  heading("needs", "What needs which version"),
  table(
    ["Feature", "From version"],
    [
      ["Rebuffering split by where the awaited segment came from", "1.2.0"],
      ["Rule “Segments kept”", "1.2.6"],
      ["All that this documentation tells", "1.3.0"],
    ],
  ),
  text(
    "1.3.0 is the first release: whatever has a lower number is not ours. Each session reports its version; the dashboard shows the one that played a video last, and marks one older than 1.2.3 or 1.2.10.",
  ),
  heading("changes", "Changes"),
  list(
    "1.3.0: first release. Adapters for hls.js, Shaka Player 5, dash.js 5 and Video.js 8; collections, metrics, a closed list of errors, and the visualization tool.",
  ),
];
