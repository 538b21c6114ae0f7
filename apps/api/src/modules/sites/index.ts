export { createSiteFiguresService } from "./site-figures.service.ts";
export { registerSiteRoutes } from "./sites.routes.ts";
