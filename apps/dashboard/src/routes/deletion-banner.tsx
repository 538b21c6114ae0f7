import type { UserView } from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import classes from "./deletion-banner.module.css";

/** Says that the account is planned to be deleted (§2). */
export function DeletionBanner({ user }: { user: UserView }) {
  const { t } = useTranslation();
  if (!user.client_infos[0]?.dataToDelete) return null;
  return (
    <div className={classes.banner} role="alert">
      <strong>{t("nav.dataToDelete")}</strong> {hasRole(user.roles, "manager") && t("nav.keepAccount")}
    </div>
  );
}
