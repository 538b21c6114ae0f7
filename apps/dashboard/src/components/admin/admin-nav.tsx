import { use } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, useLocation } from "react-router";
import { useScrollToCurrent } from "../ui/scroll-to-current.ts";
import { AdminEntriesContext } from "./admin-entries.ts";
import classes from "./admin-nav.module.css";

/** Links the screens of the administration. Uses the texts of the "shared" area. */
export function AdminNav() {
  const { t } = useTranslation();
  const bar = useScrollToCurrent<HTMLElement>(useLocation().pathname);
  return (
    <nav ref={bar} className={classes.nav} aria-label={t("shared.admin.title")}>
      {use(AdminEntriesContext).map(({ to, text }) => (
        <NavLink key={to} to={to} className={classes.link ?? ""}>
          {t(`shared.admin.${text}`)}
        </NavLink>
      ))}
    </nav>
  );
}
