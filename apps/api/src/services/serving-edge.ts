import type { Config } from "../config.ts";
import type { ServingEdge } from "../modules/videos/index.ts";

/** The edge that the api names to viewers and clients. */
export const servingEdgeOf = (config: Config): ServingEdge => ({
  url: config.EDGE_PUBLIC_URL,
  secret: config.INTERNAL_SECRET,
});
