import type { FastifyInstance } from "fastify";
import { z } from "zod";

/** What the provider may send back (RFC 6749 §4.1.2); the rest is dropped. */
const Return = z.object({
  code: z.string().max(500).optional(),
  state: z.string().max(200).optional(),
  error: z.string().max(200).optional(),
});

/**
 * Where the provider sends the browser back to. The dashboard's pages live behind `#`, which a redirect address of the
 * protocol cannot hold (RFC 6749 §3.1.2), so this one passes the answer on.
 */
export function registerProviderReturn(app: FastifyInstance, publicUrl: string): void {
  app.get("/redirect", async (request, reply) => {
    const answer = Return.safeParse(request.query);
    const entries = Object.entries(answer.data ?? { error: "invalid_request" });
    const query = new URLSearchParams(
      entries.filter(([, value]) => value !== undefined) as [string, string][],
    );
    return reply.header("cache-control", "no-store").redirect(`${publicUrl}/#/redirect?${query}`, 302);
  });
}
