import { join } from "node:path";
import { defineConfig } from "vite";
import { precompress } from "../../scripts/build/precompress.ts";

/**
 * Builds the embed page and the preview of outros. The edge serves index.html at /embed/{uuid}, outro.html at /outro and the
 * rest under /player/.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: "/player/",
  plugins: [precompress()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // `npm run check` measures by the manifest how much a page loads.
    manifest: true,
    target: "es2022",
    rolldownOptions: { input: ["index.html", "outro.html"].map((page) => join(import.meta.dirname, page)) },
    // hls.js is a separate chunk, loaded in parallel with the play call: 540 kB, 170 kB compressed.
    chunkSizeWarningLimit: 700,
  },
});
