import { z } from "zod";
import { defineRoute } from "../route.ts";
import { SITE_PERIODS, SiteFigures } from "../site-figures.ts";

export const siteFigureRoutes = {
  getSiteFigures: defineRoute({
    method: "GET",
    path: "/api/configs/{id}/sites/{site}/figures",
    guard: "member",
    summary: "What a site watches, what its uplink carried of it, and what its viewers gave one another",
    params: z.object({ id: z.uuid(), site: z.uuid() }),
    query: z.object({ period: z.enum(SITE_PERIODS).default("day") }),
    response: SiteFigures,
  }),
} as const;
