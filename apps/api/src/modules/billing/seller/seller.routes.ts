import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { SellerService } from "./seller.service.ts";

export function registerSellerRoutes(app: FastifyInstance, guardFor: GuardFor, seller: SellerService): void {
  bindRoutes(app, guardFor, routes, {
    getSeller: async () => ({ seller: await seller.get() }),
    saveSeller: ({ body }) => seller.save(body),
  });
}
