import { Burger, Button, Divider, Drawer, Menu, Stack, Text, UnstyledButton } from "@mantine/core";
import type { UserView } from "@shoal/contract";
import { IconChevronDown, IconLogout } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink } from "react-router";
import { Preferences } from "../components/ui/preferences.tsx";
import classes from "./nav-bar.module.css";
import { useLogOut } from "./use-log-out.tsx";

/** The navigation bar (§2); below 768 px its entries are behind a button. */
export function NavBar({ user }: { user: UserView }) {
  const { t } = useTranslation();
  return (
    <header className={classes.bar}>
      <div className={classes.inside}>
        <Link to="/videos" className={classes.logo}>
          <img src="/shoal.svg" alt="" width={30} height={30} />
          <span>{t("app.name")}</span>
        </Link>
        <nav className={classes.wide} aria-label={t("nav.main")}>
          <Entries />
        </nav>
        <div className={classes.wide} data-end>
          <Preferences />
          <UserMenu user={user} />
        </div>
        <NarrowMenu user={user} />
      </div>
    </header>
  );
}

function Entries({ onGo }: { onGo?: () => void }) {
  const { t } = useTranslation();
  return (
    <NavLink to="/videos" className={classes.entry ?? ""} onClick={onGo}>
      {t("nav.videos")}
    </NavLink>
  );
}

function UserMenu({ user }: { user: UserView }) {
  const { t } = useTranslation();
  const askLogOut = useLogOut();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <span className={classes.initial} aria-hidden>
            {user.username.slice(0, 1).toUpperCase()}
          </span>
          <Text size="sm" fw={600} truncate maw={180}>
            {user.username.toUpperCase()}
          </Text>
          <IconChevronDown size={15} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {user.email && <Menu.Label>{user.email}</Menu.Label>}
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={askLogOut}>
          {t("auth.logout")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function NarrowMenu({ user }: { user: UserView }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const askLogOut = useLogOut();
  const close = () => setOpen(false);
  return (
    <div className={classes.narrow}>
      <Burger opened={isOpen} size="sm" aria-label={t("nav.menu")} onClick={() => setOpen(!isOpen)} />
      <Drawer
        opened={isOpen}
        onClose={close}
        position="right"
        size={300}
        title={user.username.toUpperCase()}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        <Stack>
          <nav aria-label={t("nav.main")}>
            <Entries onGo={close} />
          </nav>
          <Divider />
          <Preferences />
          <Divider />
          <Button
            variant="default"
            leftSection={<IconLogout size={16} />}
            onClick={() => {
              close();
              askLogOut();
            }}
          >
            {t("auth.logout")}
          </Button>
        </Stack>
      </Drawer>
    </div>
  );
}
