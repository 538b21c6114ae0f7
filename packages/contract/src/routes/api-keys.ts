import { z } from "zod";
import {
  AddedApiKey,
  API_KEY_OVERLAP_SEC,
  ApiKeyInput,
  ApiKeyListQuery,
  ApiKeyView,
  MAX_API_KEY_OVERLAP_SEC,
} from "../accounts/api-keys.ts";
import { createPageSchema } from "../list.ts";
import { defineRoute } from "../route.ts";
import { Uuid } from "../text.ts";

const ClientId = z.object({ id: Uuid });
const KeyId = ClientId.extend({ key: Uuid });

export const apiKeyRoutes = {
  listApiKeys: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/apikeys",
    guard: "manager",
    scope: "noKey",
    summary: "List the client's API keys, newest first, one page",
    params: ClientId,
    query: ApiKeyListQuery,
    response: createPageSchema(ApiKeyView),
  }),
  addApiKey: defineRoute({
    method: "POST",
    path: "/api/clients/{id}/apikeys",
    guard: "manager",
    scope: "noKey",
    summary:
      "Create an API key. Only this response contains it: send it as Authorization: Bearer, or its uuid and secret as Basic",
    params: ClientId,
    body: ApiKeyInput,
    response: AddedApiKey,
    status: 201,
  }),
  rotateApiKey: defineRoute({
    method: "POST",
    path: "/api/clients/{id}/apikeys/{key}/secret",
    guard: "manager",
    scope: "noKey",
    summary:
      "Give an API key a new secret, returned only once; the current one keeps working for the requested time, and an earlier one stops now",
    params: KeyId,
    body: z.strictObject({
      overlapSec: z.number().int().min(0).max(MAX_API_KEY_OVERLAP_SEC).default(API_KEY_OVERLAP_SEC),
    }),
    response: AddedApiKey,
  }),
  deleteApiKey: defineRoute({
    method: "DELETE",
    path: "/api/clients/{id}/apikeys/{key}",
    guard: "manager",
    scope: "noKey",
    summary: "Revoke an API key; calls with it are rejected immediately",
    params: KeyId,
  }),
} as const;
