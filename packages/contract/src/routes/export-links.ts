import { z } from "zod";
import { Revision } from "../accounts/account.ts";
import { ExportLinkName, ExportLinkSites, ExportLinkView } from "../delivery/export-link.ts";
import { createPageSchema, jsonParameter, PageQuery, sortBy } from "../list.ts";
import { defineRoute } from "../route.ts";
import { Moment, Text, Uuid } from "../text.ts";

const LinkId = z.object({ id: Uuid });
const EndsAt = Moment.nullable();

export const EXPORT_LINK_SORT_FIELDS = [
  "name",
  "video",
  "createdAt",
  "endsAt",
  "views",
  "lastViewAt",
] as const;
export const ExportLinkListQuery = PageQuery.extend({
  /** Searches names of links and titles of videos. */
  search: Text.trim().max(200).optional(),
  sort: sortBy(EXPORT_LINK_SORT_FIELDS).optional(),
  filter: jsonParameter(
    z.strictObject({
      /** The uuid of the video that links lead to. */
      video: Uuid.optional(),
      state: z.enum(["active", "inactive"]).optional(),
    }),
  ).optional(),
});
export type ExportLinkListQuery = z.infer<typeof ExportLinkListQuery>;

/** Every call fails with `forbidden` unless export links are enabled for the client. */
export const exportLinkRoutes = {
  listExportLinks: defineRoute({
    method: "GET",
    path: "/api/exportlinks",
    guard: "editor",
    scope: "delivery:read",
    summary: "List the client's export links",
    query: ExportLinkListQuery,
    response: createPageSchema(ExportLinkView),
  }),
  createExportLink: defineRoute({
    method: "POST",
    path: "/api/exportlinks",
    guard: "editor",
    scope: "delivery:write",
    summary: "Create a revocable link to a video, with its own iframe code",
    body: z.strictObject({
      video: Uuid,
      name: ExportLinkName,
      sites: ExportLinkSites.default([]),
      endsAt: EndsAt.default(null),
    }),
    response: ExportLinkView,
    status: 201,
  }),
  getExportLink: defineRoute({
    method: "GET",
    path: "/api/exportlinks/{id}",
    guard: "editor",
    scope: "delivery:read",
    summary: "Get an export link",
    params: LinkId,
    response: ExportLinkView,
  }),
  updateExportLink: defineRoute({
    method: "PUT",
    path: "/api/exportlinks/{id}",
    guard: "editor",
    scope: "delivery:write",
    summary: "Change the name, allowed sites or end date of an export link; a past date ends it immediately",
    params: LinkId,
    body: z.strictObject({
      revision: Revision,
      name: ExportLinkName.optional(),
      sites: ExportLinkSites.optional(),
      endsAt: EndsAt.optional(),
    }),
    response: ExportLinkView,
  }),
  pauseExportLink: defineRoute({
    method: "PUT",
    path: "/api/exportlinks/{id}/paused",
    guard: "editor",
    scope: "delivery:write",
    summary: "Pause or resume an export link",
    params: LinkId,
    body: z.strictObject({ isPaused: z.boolean() }),
    response: ExportLinkView,
  }),
  deleteExportLink: defineRoute({
    method: "DELETE",
    path: "/api/exportlinks/{id}",
    guard: "editor",
    scope: "delivery:write",
    summary: "Delete an export link; its URL stops working",
    params: LinkId,
  }),
} as const;
