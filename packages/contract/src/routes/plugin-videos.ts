import { z } from "zod";
import { RULES_BODY_MAX_BYTES, RuleChanges } from "../delivery-rules.ts";
import { defineRoute } from "../route.ts";
import { VideoRulesView } from "./rules.ts";

const Id = z.object({ id: z.uuid() });

/** Media on another CDN. Its config is that of the page that plays it: rules are shown as if that said nothing. */
export const PluginVideoView = VideoRulesView.omit({ config: true, revision: true }).extend({
  uuid: z.string(),
  /** What the page calls it. */
  name: z.string(),
  /** Of the plugin that played it last; null for none that told. */
  version: z.string().nullable(),
});
export type PluginVideoView = z.infer<typeof PluginVideoView>;

export const pluginVideoRoutes = {
  getPluginVideo: defineRoute({
    method: "GET",
    path: "/api/videosplugin/{id}",
    guard: "member",
    summary:
      "One of the client's media on other CDNs, and its delivery rules as they hold where the config of its page says nothing",
    params: Id,
    response: PluginVideoView,
  }),
  updatePluginVideo: defineRoute({
    method: "PUT",
    path: "/api/videosplugin/{id}",
    guard: "editor",
    summary:
      "Change the rules of media on another CDN, and its collection; null makes a rule inherited again. The rules of a collection that it leaves become its own",
    params: Id,
    maxBodyBytes: RULES_BODY_MAX_BYTES,
    // No revision: reports of the SDK raise it every few minutes. Each rule is changed by itself.
    body: z.strictObject({
      rules: RuleChanges.default({}),
      collection: z.uuid().nullable().optional(),
    }),
    response: PluginVideoView,
  }),
} as const;
