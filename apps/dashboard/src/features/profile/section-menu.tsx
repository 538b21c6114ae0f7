import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import classes from "./profile-page.module.css";
import { SECTION_GROUPS, type SectionGroup, type SectionId } from "./sections.ts";

interface SectionMenuProps {
  shown: ReadonlySet<SectionId>;
  current: SectionId;
}

/** Leads to the sections of this page: a column beside them, a line above them on narrow screens. */
export function SectionMenu({ shown, current }: SectionMenuProps) {
  const { t } = useTranslation();
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    const item = menu.current?.querySelector<HTMLElement>(`[data-section=${current}]`);
    // Only the line scrolls sideways; the page stays where the reader is.
    if (item) menu.current?.scrollTo({ left: item.offsetLeft - menu.current.clientWidth / 3 });
  }, [current]);
  return (
    <nav ref={menu} className={classes.menu} aria-label={t("profile.menu")}>
      {(Object.keys(SECTION_GROUPS) as SectionGroup[]).map((group) => (
        <div key={group} className={classes.group}>
          <span className={classes.groupName}>{t(`profile.groups.${group}`)}</span>
          {SECTION_GROUPS[group]
            .filter((section) => shown.has(section))
            .map((section) => (
              <Link
                key={section}
                to={`?section=${section}`}
                className={classes.item}
                data-section={section}
                aria-current={section === current ? "location" : undefined}
              >
                {t(`profile.sections.${section}`)}
              </Link>
            ))}
        </div>
      ))}
    </nav>
  );
}
