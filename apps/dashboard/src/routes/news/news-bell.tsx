import { ActionIcon, Popover } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./news.module.css";
import { NewsList } from "./news-list.tsx";
import { unreadNewsQuery } from "./news-query.ts";

/** The largest number that is shown exactly. Larger numbers are shown as "99+". */
const MAX_SHOWN_COUNT = 99;

/** Shows the number of unread news of the reader's projects, and opens the list of them. */
export function NewsBell() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(unreadNewsQuery);
  const count = data?.unreadCount ?? 0;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={400}
      shadow="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          className={classes.bell}
          aria-label={count ? t("news.openUnread", { count }) : t("news.open")}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBell size={20} />
          {count > 0 && (
            <span className={classes.count} aria-hidden>
              {count > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : count}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("news.title")} maw="calc(100vw - 16px)" p={0}>
        <NewsList onGo={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
