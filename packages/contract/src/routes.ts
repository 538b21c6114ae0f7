import { authRoutes } from "./routes/auth.ts";
import { clientRoutes } from "./routes/clients.ts";
import { cutRoutes } from "./routes/cuts.ts";
import { logRoutes } from "./routes/logs.ts";
import { userRoutes } from "./routes/users.ts";
import { videoCareRoutes } from "./routes/video-care.ts";
import { uploadRoutes, videoRoutes } from "./routes/videos.ts";

/** The route table: every public call of the api, by name. */
export const routes = {
  ...authRoutes,
  ...userRoutes,
  ...clientRoutes,
  ...logRoutes,
  ...videoRoutes,
  ...uploadRoutes,
  ...videoCareRoutes,
  ...cutRoutes,
} as const;
