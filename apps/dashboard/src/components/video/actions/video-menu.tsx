import { ActionIcon, Menu, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { IconDots } from "@tabler/icons-react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import onCard from "./card-target.module.css";
import type { VideoMenuEntry } from "./use-video-menu.ts";
import classes from "./video-menu.module.css";

interface VideoMenuProps {
  video: VideoView;
  entries: readonly VideoMenuEntry[];
  isRunning: boolean;
  /** The place of the menu: on a card, or in the header of a page. */
  place: "card" | "header";
}

/** Shows a menu of a video's actions in groups. On a card, the menu is rendered when the user first opens it. */
export function VideoMenu({ video, entries, isRunning, place }: VideoMenuProps) {
  const { t } = useTranslation();
  const isOnCard = place === "card";
  return (
    <Menu position="bottom-end" defaultOpened={isOnCard} withinPortal>
      <Menu.Target>
        <ActionIcon
          variant={isOnCard ? "subtle" : "default"}
          {...(isOnCard ? { color: "gray", className: onCard.target ?? "" } : { size: 36 })}
          aria-label={t("actions.menu", { title: video.title })}
          loading={isRunning}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry, index) => (
          <Fragment key={entry.name}>
            {index > 0 && entry.group !== entries[index - 1]?.group && <Menu.Divider />}
            <MenuEntry {...entry} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function MenuEntry({ Icon, word, hint, isDangerous, isDisabled, to, run }: VideoMenuEntry) {
  const leftSection = <Icon size={16} aria-hidden />;
  if (to !== undefined)
    return (
      <Menu.Item component={Link} to={to} leftSection={leftSection}>
        {word}
      </Menu.Item>
    );
  return (
    <Menu.Item
      className={isDangerous ? (classes.danger ?? "") : ""}
      leftSection={leftSection}
      title={isDisabled ? "" : (hint ?? "")}
      // A disabled entry can still be focused, so that screen readers announce the reason.
      aria-disabled={isDisabled}
      closeMenuOnClick={!isDisabled}
      onClick={isDisabled ? undefined : run}
    >
      {isDisabled ? (
        <Text span inherit c="dimmed">
          {word}
          <Text span display="block" size="xs" maw={220}>
            {hint}
          </Text>
        </Text>
      ) : (
        word
      )}
    </Menu.Item>
  );
}
