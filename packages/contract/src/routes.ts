import { authRoutes } from "./routes/auth.ts";
import { uploadRoutes, videoRoutes } from "./routes/videos.ts";

/** The route table: every public call of the api, by name. */
export const routes = { ...authRoutes, ...videoRoutes, ...uploadRoutes } as const;
