import type { ConfigView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { dateOf } from "../../lib/dates.ts";
import classes from "./configs.module.css";

/** Whether a key is revoked, and until when the one before works; nothing for most. */
export function ConfigBadge({ config: { isRevoked, oldKey } }: { config: ConfigView }) {
  const { t } = useTranslation();
  if (isRevoked) return <span className={classes.revoked}>{t("configs.revoked")}</span>;
  if (!oldKey) return null;
  return <span className={classes.grace}>{t("configs.graceUntil", { date: dateOf(oldKey.endsAt) })}</span>;
}
