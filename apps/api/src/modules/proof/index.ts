export { readProofForEdge } from "./proof.repository.ts";
export { registerProofRoutes } from "./proof.routes.ts";
export { createProofService } from "./proof.service.ts";
export { createProofWatch } from "./proof-watch.ts";
