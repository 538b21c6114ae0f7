import type { UserView } from "@shoal/contract";
import { readsAnalyticsOnly } from "@shoal/domain";

/** Whether the bar shows chat to a user (§2): to platform clients that have it, and not to those who read analytics alone. */
export const hasChat = ({
  client_infos: [client],
  roles,
}: Pick<UserView, "client_infos" | "roles">): boolean =>
  client?.type === "platform" && client.chat && !readsAnalyticsOnly(roles);
