export { registerApiKeyRoutes } from "./api-keys.routes.ts";
export { createApiKeysService } from "./api-keys.service.ts";
