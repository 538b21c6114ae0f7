import type { ConfigView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { StateBadge } from "../../components/ui/state-badge.tsx";
import { formatDateTime } from "../../lib/dates.ts";

/** Shows that a config's key is revoked, or until when its previous key works; otherwise shows nothing. */
export function ConfigBadge({ config: { isRevoked, oldKey } }: { config: ConfigView }) {
  const { t } = useTranslation();
  if (isRevoked) return <StateBadge tone="bad">{t("configs.revoked")}</StateBadge>;
  if (!oldKey) return null;
  return (
    <StateBadge tone="warning">{t("configs.graceUntil", { date: formatDateTime(oldKey.endsAt) })}</StateBadge>
  );
}
