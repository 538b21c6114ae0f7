import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { ANALYTICS, DB } from "../../../platform/needs.ts";
import { createSiteFiguresService, type SiteFiguresService } from "./site-figures.service.ts";
import { registerSiteRoutes } from "./sites.routes.ts";

const SITE_FIGURES = need<SiteFiguresService>("figures of sites");

export const sitesModule = defineModule({
  name: "sites",
  services: [provide(SITE_FIGURES, { db: DB, analytics: ANALYTICS }, createSiteFiguresService)],
  routes: using({ figures: SITE_FIGURES }, ({ figures }, app, guardFor) =>
    registerSiteRoutes(app, guardFor, figures),
  ),
});
