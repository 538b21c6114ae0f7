import { Button, Group, Stack, Text } from "@mantine/core";
import { formatTimecode } from "@shoal/frames";
import { useTranslation } from "react-i18next";
import { StateBadge } from "../../../components/ui/state-badge.tsx";
import type { Thread } from "../comments/threads.ts";
import type { FramePlayer } from "../player/frame-player.types.ts";
import { useFramePlayer } from "../player/use-frame-player.ts";
import classes from "./compare.module.css";

interface SideCommentsProps {
  number: number;
  threads: readonly Thread[];
  player: FramePlayer;
  onGoTo: (frame: number) => void;
}

/** Lists the comments of one of the two versions, by frame. */
export function SideComments({ number, threads, player, onGoTo }: SideCommentsProps) {
  const { t } = useTranslation();
  const title = t("compare.side.title", { version: number });
  const timecode = useFramePlayer(player, (state) => state.timecode);
  const written = threads.filter(({ root }) => root.deletedAt === null);
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Text fw={600} size="sm">
        {title}
      </Text>
      {written.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("compare.side.none", { version: number })}
        </Text>
      )}
      <ul className={classes.list} aria-label={title}>
        {written.map(({ root, replies }) => (
          <li key={root.uuid} className={classes.comment}>
            <Group gap="xs">
              <Text size="sm" fw={600}>
                {root.author.name}
              </Text>
              {root.frame !== null && (
                <FrameButton
                  label={timecode ? formatTimecode(root.frame, timecode) : String(root.frame)}
                  frame={root.frame}
                  onGoTo={onGoTo}
                />
              )}
              {root.resolvedAt !== null && <StateBadge tone="good">{t("compare.side.resolved")}</StateBadge>}
            </Group>
            <Text size="sm" className={classes.text}>
              {root.text}
            </Text>
            {replies.length > 0 && (
              <Text size="xs" c="dimmed">
                {t("compare.side.replies", { count: replies.length })}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </Stack>
  );
}

interface FrameButtonProps {
  label: string;
  frame: number;
  onGoTo: (frame: number) => void;
}

const FrameButton = ({ label, frame, onGoTo }: FrameButtonProps) => (
  <Button size="compact-xs" variant="light" onClick={() => onGoTo(frame)}>
    {label}
  </Button>
);
