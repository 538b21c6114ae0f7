import { use } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, useLocation } from "react-router";
import { useCurrentShown } from "../ui/show-current.ts";
import { AdminEntriesContext } from "./admin-entries.ts";
import classes from "./admin-nav.module.css";

/** Links the screens of the administration. Texts of area "manage". */
export function AdminNav() {
  const { t } = useTranslation();
  const bar = useCurrentShown<HTMLElement>(useLocation().pathname);
  return (
    <nav ref={bar} className={classes.nav} aria-label={t("manage.admin.title")}>
      {use(AdminEntriesContext).map(({ to, text }) => (
        <NavLink key={to} to={to} className={classes.link ?? ""}>
          {t(`manage.admin.${text}`)}
        </NavLink>
      ))}
    </nav>
  );
}
