import { z } from "zod";
import { KeyLog, KeyLogQuery } from "../developers/key-log.ts";
import { defineRoute } from "../route.ts";
import { Uuid } from "../text.ts";

export const keyLogRoutes = {
  listKeyCalls: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/apikeys/{key}/log",
    guard: "manager",
    scope: "noKey",
    summary:
      "List the calls of an API key in the last 7 days, newest first, 50 a page; bodies and queries are not kept",
    params: z.object({ id: Uuid, key: Uuid }),
    query: KeyLogQuery,
    response: KeyLog,
  }),
} as const;
