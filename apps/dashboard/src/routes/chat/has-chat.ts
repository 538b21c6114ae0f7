import type { UserView } from "@shoal/contract";
import { readsAnalyticsOnly } from "@shoal/domain";

/**
 * Whether the navigation shows chat to a user (§2): for platform clients that have chat, except to users with access to
 * analytics only.
 */
export const hasChat = ({
  client_infos: [client],
  roles,
}: Pick<UserView, "client_infos" | "roles">): boolean =>
  client?.type === "platform" && client.chat && !readsAnalyticsOnly(roles);
