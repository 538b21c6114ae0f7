import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The dashboard: served by the api from `dist`. In development, calls go on to an api on its default port. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: {
    proxy: { "/api": "http://127.0.0.1:8080", "/realtime": { target: "ws://127.0.0.1:8080", ws: true } },
  },
  build: { outDir: "dist", emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 900 },
});
