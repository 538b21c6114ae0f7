import { defineConfig } from "vite";
import { precompress } from "../../scripts/build/precompress.ts";

/** The embed page: the edge serves index.html at /embed/{uuid} and the rest under /player/. */
export default defineConfig({
  root: import.meta.dirname,
  base: "/player/",
  plugins: [precompress()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // hls.js is a chunk of its own, loaded beside the play call: 540 kB, 170 kB compressed.
    chunkSizeWarningLimit: 700,
  },
});
