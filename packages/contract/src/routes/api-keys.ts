import { z } from "zod";
import { AddedApiKey, ApiKeyInput, ApiKeyView } from "../accounts/api-keys.ts";
import { defineRoute } from "../route.ts";

const ClientId = z.object({ id: z.uuid() });

export const apiKeyRoutes = {
  listApiKeys: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/apikeys",
    guard: "manager",
    scope: "noKey",
    summary: "List the client's API keys, oldest first",
    params: ClientId,
    response: z.array(ApiKeyView),
  }),
  addApiKey: defineRoute({
    method: "POST",
    path: "/api/clients/{id}/apikeys",
    guard: "manager",
    scope: "noKey",
    summary:
      "Create an API key for Basic authentication: the uuid is the user, the secret is the password and is returned only once",
    params: ClientId,
    body: ApiKeyInput,
    response: AddedApiKey,
    status: 201,
  }),
  deleteApiKey: defineRoute({
    method: "DELETE",
    path: "/api/clients/{id}/apikeys/{key}",
    guard: "manager",
    scope: "noKey",
    summary: "Delete an API key; calls with it are refused from then on",
    params: ClientId.extend({ key: z.uuid() }),
  }),
} as const;
