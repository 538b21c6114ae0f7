export { createEdgeCalls, type EdgeCalls } from "./edge-calls.ts";
export { registerEdgeRoutes } from "./edges.routes.ts";
export { createEdgesService } from "./edges.service.ts";
export { shareAnswers } from "./share-answers.ts";
