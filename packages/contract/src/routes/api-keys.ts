import { z } from "zod";
import { AddedApiKey, ApiKeyInput, ApiKeyView } from "../api-keys.ts";
import { defineRoute } from "../route.ts";

const ClientId = z.object({ id: z.uuid() });

export const apiKeyRoutes = {
  listApiKeys: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/apikeys",
    guard: "manager",
    summary: "The keys with which the client's backends call the platform, the oldest first",
    params: ClientId,
    response: z.array(ApiKeyView),
  }),
  addApiKey: defineRoute({
    method: "POST",
    path: "/api/clients/{id}/apikeys",
    guard: "manager",
    summary:
      "Make a key for Basic authentication: its uuid is the user, its secret the password, which is told this once",
    params: ClientId,
    body: ApiKeyInput,
    response: AddedApiKey,
    status: 201,
  }),
  deleteApiKey: defineRoute({
    method: "DELETE",
    path: "/api/clients/{id}/apikeys/{key}",
    guard: "manager",
    summary: "Delete a key: calls with it are refused from then on",
    params: ClientId.extend({ key: z.uuid() }),
  }),
} as const;
