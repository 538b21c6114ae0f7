import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@shoal/contract";
import { fillSample, PLUGIN_SAMPLES, type PluginSample, readManifestUrl } from "@shoal/domain/plugin-sample";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { PAGE_PERMISSIONS } from "../platform/headers.ts";
import { parseOrRefuse, UUID } from "../platform/parse.ts";
import type { Descriptors } from "../playback/descriptors.ts";
import { hasKeyEnded } from "../rules/watched-rules.ts";
import { reportSample } from "./report-sample.ts";

const Params = z.object({ player: z.string() });
const ManifestUrl = z
  .string()
  .max(2_000)
  .transform(readManifestUrl)
  .refine((url) => url !== undefined, "must be an http or https URL");
const Query = z.object({ key: z.string(), manifest: ManifestUrl, lang: z.enum(["en", "fr"]).default("en") });

/** The CDN from which samples load their players. */
const PLAYERS_CDN = "https://cdn.jsdelivr.net";
const HLS_JS = /https:\/\/cdn\.jsdelivr\.net\/npm\/hls\.js@[\d.]+\/dist\/hls\.min\.js/;
/** Players that compile code from strings. The policy of their page must allow `unsafe-eval`. */
const EVAL_SAMPLES: readonly PluginSample[] = ["clappr"];
const REPORT_SCRIPT = `<script>(${reportSample})()</script>`;

/** The response for a sample with an unknown key. */
const UNKNOWN_KEY_TEXT = {
  en: "No config with this key, or it was revoked.",
  fr: "Aucune config n’a cette clé, ou elle a été révoquée.",
};

export interface SampleRoutesOptions {
  /** The plugin's folder, which contains the samples in `samples`. */
  pluginDir: string;
  publicUrl: string;
  descriptors: Pick<Descriptors, "configs">;
}

/**
 * `/samples/{player}?key=…&manifest=…`: a plugin sample with that key and manifest filled in, and an overlay that shows where the
 * player's data came from. The page has this origin, so keys restricted to other websites are rejected here too.
 */
export function registerSampleRoutes(app: FastifyInstance, options: SampleRoutesOptions): void {
  const edgeUrl = new URL(options.publicUrl).origin;
  app.get("/samples/:player", async (req, reply) => {
    const { player } = parseOrRefuse(Params, req.params);
    const name = PLUGIN_SAMPLES.find((sample) => sample === player);
    if (!name) throw new AppError("not_found", "No sample for this player");
    const { key, manifest, lang } = parseOrRefuse(Query, req.query);
    if (!(await hasConfig(options, key)))
      return sendPage(reply.code(404), formatTextPage(UNKNOWN_KEY_TEXT[lang], lang), [edgeUrl]);
    const sample = await readFile(join(options.pluginDir, "samples", `${name}.html`), "utf8");
    const filled = fillSample(sample, { edgeUrl, key, manifestUrl: manifest });
    const evaluating = EVAL_SAMPLES.includes(name) ? ["'unsafe-eval'"] : [];
    return sendPage(reply, withOverlay(filled, edgeUrl, lang), [edgeUrl, ...evaluating]);
  });
}

async function hasConfig({ descriptors }: SampleRoutesOptions, key: string): Promise<boolean> {
  const found = UUID.safeParse(key).success ? await descriptors.configs.find(key) : undefined;
  return found !== undefined && !hasKeyEnded(found, Date.now());
}

/** Adds the overlay to a sample. The overlay opens once its script has loaded. */
function withOverlay(sample: string, edgeUrl: string, lang: string): string {
  return sample
    .replace('<html lang="en">', `<html lang="${lang}">`)
    .replace("</title>", () => `</title>${REPORT_SCRIPT}`)
    .replace(HLS_JS, `${edgeUrl}/plugin/samples/hls.min.js`)
    .replace("</html>", () => `<script src="${edgeUrl}/plugin/shoal-overlay.js"></script></html>`);
}

const formatTextPage = (words: string, lang: string): string =>
  `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>Shoal</title><p>${words}</p></html>`;

function sendPage(reply: FastifyReply, page: string, scripts: readonly string[]): FastifyReply {
  reply.headers({
    "content-security-policy": samplePolicyOf(page, scripts),
    "permissions-policy": PAGE_PERMISSIONS,
    "cache-control": "no-store",
  });
  return reply.type("text/html; charset=utf-8").send(page);
}

/**
 * Builds a sample's Content-Security-Policy, which allows media from any CDN, scripts from the players' hosts, and those in the
 * page.
 * @param scripts additional script sources, ours first.
 */
function samplePolicyOf(page: string, scripts: readonly string[]): string {
  const inline = [...page.matchAll(/<script(?: type="module")?>(.*?)<\/script>/gs)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${[...scripts, PLAYERS_CDN, ...inline].join(" ")}`,
    `style-src 'unsafe-inline' ${PLAYERS_CDN}`,
    "img-src data: blob: https: http:",
    "font-src data:",
    "media-src blob: https: http:",
    "connect-src https: http: wss: ws:",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
