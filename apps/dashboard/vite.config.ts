import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const isContract = (id: string) => id.includes("/packages/contract/");

/** The contract's schemas as the bundler can take them apart: only what a page uses of them and of zod is kept. */
const slimContract: Plugin = {
  name: "slim-contract",
  transform: (code, id) =>
    isContract(id)
      ? { code: code.replace('import { z } from "zod"', 'import * as z from "zod"'), moduleSideEffects: false }
      : undefined,
};

/** The dashboard: served by the api from `dist`. In development, calls go on to an api on its default port. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [slimContract, react()],
  server: {
    proxy: { "/api": "http://127.0.0.1:8080", "/realtime": { target: "ws://127.0.0.1:8080", ws: true } },
  },
  build: { outDir: "dist", emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 900 },
});
