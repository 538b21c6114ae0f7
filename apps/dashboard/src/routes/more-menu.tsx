import { Menu, UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import classes from "./nav-bar.module.css";
import { currentOf, type NavEntry } from "./nav-entries.ts";

const MENU_GROUPS = ["videos", "lives", "analytics"] as const;

/** Lists the screens that the navigation bar has no room for, grouped by topic. */
export function MoreMenu({ entries }: { entries: readonly NavEntry[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  if (entries.length === 0) return null;
  const isHere = entries.some((entry) => currentOf(entry, pathname));
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.entry} data-here={isHere || undefined}>
          {t("nav.more.title")}
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {groupsOf(entries).map(({ group, members }) => [
          <Menu.Label key={group}>{t(`nav.more.groups.${group}`)}</Menu.Label>,
          ...members.map((entry) => (
            <Menu.Item
              key={entry.to}
              component={Link}
              to={entry.to}
              aria-current={currentOf(entry, pathname)}
              className={classes.item}
            >
              {t(`nav.${entry.text}`)}
            </Menu.Item>
          )),
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Groups the entries by heading; empty headings are omitted. */
export const groupsOf = (entries: readonly NavEntry[]) =>
  MENU_GROUPS.map((group) => ({ group, members: entries.filter((entry) => entry.group === group) })).filter(
    ({ members }) => members.length > 0,
  );
