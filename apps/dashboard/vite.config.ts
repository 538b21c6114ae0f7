import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * The page takes types, paths, limits and error codes from the contract; its schemas are for servers, which check what
 * they are sent. Without the schema library the page is 28 kB lighter (gzip). Parsing with a schema throws here.
 */
const WITHOUT_SCHEMAS = `
const schema = new Proxy(() => undefined, {
  get(_, key) {
    if (key === "parse" || key === "safeParse") throw new Error("Schemas are not part of the page");
    return schema;
  },
  apply: () => schema,
});
export { schema as z };`;

const schemaless: Plugin = {
  name: "schemaless-contract",
  enforce: "pre",
  resolveId: (source) => (source === "zod" ? "\0schemaless" : undefined),
  load: (id) => (id === "\0schemaless" ? WITHOUT_SCHEMAS : undefined),
};

/** The dashboard: served by the api from `dist`. In development, calls go on to an api on its default port. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [schemaless, react()],
  server: {
    proxy: { "/api": "http://127.0.0.1:8080", "/realtime": { target: "ws://127.0.0.1:8080", ws: true } },
  },
  build: { outDir: "dist", emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 900 },
});
