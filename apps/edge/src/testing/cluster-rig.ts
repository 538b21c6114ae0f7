import { freePorts } from "@shoal/testkit";
import { type EdgeRig, startEdgeRig } from "./edge-rig.ts";

/**
 * Starts edges that know of one another, one for each region given, with one api: the first one's. Their public URLs are
 * those under which they listen.
 */
export async function startClusterRig(regions: readonly string[]): Promise<EdgeRig[]> {
  const ports = await freePorts(regions.length);
  const cluster = regions.map((region, at) => ({ region, url: `http://127.0.0.1:${ports[at]}` }));
  const rigs: EdgeRig[] = [];
  for (const [at, { url }] of cluster.entries()) {
    const own = { port: ports[at] ?? 0, publicUrl: url, cluster };
    rigs.push(await startEdgeRig({ ...own, ...(rigs[0] ? { apiUrl: rigs[0].api.url } : {}) }));
  }
  return rigs;
}
