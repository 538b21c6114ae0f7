import { edgeUrlsOf } from "../../../config.ts";
import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, ON_ERROR } from "../../../platform/needs.ts";
import { createEdgeCalls, type EdgeCalls } from "./edge-calls.ts";
import { registerEdgeRoutes } from "./edges.routes.ts";
import { createEdgesService, type EdgesService } from "./edges.service.ts";

export type { EdgeCalls } from "./edge-calls.ts";
export { shareAnswers } from "./share-answers.ts";

export const EDGE_CALLS = need<EdgeCalls>("calls of edges");
const EDGES_SERVICE = need<EdgesService>("edges");

export const edgesModule = defineModule({
  name: "edges",
  services: [
    provide(EDGE_CALLS, { config: CONFIG, onError: ON_ERROR }, ({ config, onError }) =>
      createEdgeCalls({
        urls: edgeUrlsOf(config),
        internalSecret: config.INTERNAL_SECRET,
        onSilent: (url, cause) =>
          onError(new Error(`The edge at ${url} does not say what it sees`, { cause })),
      }),
    ),
    provide(EDGES_SERVICE, { db: DB, edges: EDGE_CALLS }, createEdgesService),
  ],
  routes: using({ edges: EDGES_SERVICE }, ({ edges }, app, guardFor) =>
    registerEdgeRoutes(app, guardFor, edges),
  ),
});
