import { z } from "zod";
import { SITE_PERIODS, SiteFigures } from "../delivery/site-figures.ts";
import { defineRoute } from "../route.ts";
import { Uuid } from "../text.ts";

export const siteFigureRoutes = {
  getSiteFigures: defineRoute({
    method: "GET",
    path: "/api/configs/{id}/sites/{site}/figures",
    guard: "member",
    scope: "analytics:read",
    summary: "Get the viewing of a site, the data its internet line carried and the data its viewers shared",
    params: z.object({ id: Uuid, site: Uuid }),
    query: z.object({ period: z.enum(SITE_PERIODS).default("day") }),
    response: SiteFigures,
  }),
} as const;
