import { VERSION } from "@shoal/sdk/plugin-version";
import { code, heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    `The current version is ${VERSION}. \`/plugin/shoal.js\` and the other files without a version are always the latest; files under \`/plugin/{version}/\` never change, and caches can keep them for a year.`,
  ),
  code("pinned"),
  heading("which", "Which version to use"),
  list(
    "The latest: fixes arrive automatically. Browsers check for a new one every 5 minutes.",
    "A fixed version: nothing changes until you change the URL. Use all files of the same version.",
  ),
  heading("needs", "Minimum versions"),
  table(
    ["Feature", "From version"],
    [
      ["Rebuffering split by source of the awaited segment", "1.2.0"],
      ["Rule “Segments kept for peers”", "1.2.6"],
      ["Everything else in this documentation", "1.3.0"],
    ],
  ),
  text(
    "1.3.0 is our first release; there are no earlier versions. Each session reports its version. The dashboard shows the version that last played a video, marks versions older than 1.2.3 or 1.2.10, and shows above the list how many sessions of the last 7 days used one.",
  ),
  heading("changes", "Changes"),
  list(
    "1.3.0: first release. Adapters for hls.js, Shaka Player 5, dash.js 5 and Video.js 8; collections, metrics, a closed list of errors, and the visualization tool.",
  ),
];
