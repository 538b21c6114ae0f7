import { Button, Group, Stack, Text } from "@mantine/core";
import type { CarriedComment, PlaceCarried } from "@shoal/contract";
import { formatTimecode, type TimecodeFormat } from "@shoal/frames";
import { useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { StateBadge, type StateTone } from "../../../components/ui/state-badge.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { PROJECTS_KEY } from "../../../lib/list-keys.ts";
import type { FramePlayer } from "../player/frame-player.types.ts";
import { useFramePlayer } from "../player/use-frame-player.ts";
import classes from "./compare.module.css";
import { placeCarriedComment } from "./compare-query.ts";

const CARRIED_TONES: Record<CarriedComment["kind"], StateTone> = {
  same: "good",
  changed: "warning",
  gone: "bad",
  whole: "plain",
  unplaced: "plain",
};

interface CarriedListProps {
  id: string;
  n: number;
  previous: number;
  comments: readonly CarriedComment[];
  hasMore: boolean;
  mayPlace: boolean;
  /** The player that shows the newer version. */
  player: FramePlayer;
  /** The player of the previous version; undefined while it is not shown. */
  previousPlayer: FramePlayer | undefined;
}

/** Lists open comments of earlier versions with their places in the current version, which can be confirmed or changed. */
export function CarriedList({ comments, hasMore, ...of }: CarriedListProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs" component="section" aria-label={t("compare.carried.title")}>
      <Text fw={600} size="sm">
        {t("compare.carried.title")}
      </Text>
      {comments.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("compare.carried.none")}
        </Text>
      )}
      <ul className={classes.comments}>
        {comments.map((comment) => (
          <CarriedItem key={comment.uuid} comment={comment} {...of} />
        ))}
      </ul>
      {hasMore && (
        <Text size="xs" c="dimmed">
          {t("compare.carried.more")}
        </Text>
      )}
    </Stack>
  );
}

interface CarriedItemProps extends Omit<CarriedListProps, "comments" | "hasMore"> {
  comment: CarriedComment;
}

function CarriedItem({ comment, id, n, previous, mayPlace, player, previousPlayer }: CarriedItemProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const timecode = useFramePlayer(player, (state) => state.timecode);
  const previousTimecode = useTimecodeOf(previousPlayer);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { frame, endFrame, kind, isSure, goneIn, placedBy, previousFrame, previousVersion } = comment;
  async function place(wanted: PlaceCarried | undefined): Promise<void> {
    setFault(undefined);
    setBusy(true);
    try {
      await placeCarriedComment({ id, n, comment: comment.uuid }, wanted);
    } catch (error) {
      setFault(errorText(error));
    } finally {
      await queries.invalidateQueries({ queryKey: [PROJECTS_KEY, "carried", id, n] });
      setBusy(false);
    }
  }
  const length = endFrame === null || frame === null ? 0 : endFrame - frame;
  function handleMove(): void {
    const { shownFrame: at, frameCount } = player.getSnapshot();
    // A range that no longer fits ends with the version.
    void place({ frame: at, endFrame: length > 0 ? Math.min(at + length, frameCount - 1) : null });
  }
  return (
    <li className={classes.comment} aria-label={t("compare.carried.actions", { name: comment.author.name })}>
      <Stack gap={6}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {comment.author.name}
          </Text>
          <StateBadge tone={CARRIED_TONES[kind]}>{t(`compare.carried.${kind}`)}</StateBadge>
          {!isSure && <StateBadge tone="warning">{t("compare.carried.unsure")}</StateBadge>}
        </Group>
        <Text size="sm" className={classes.text}>
          {comment.text}
        </Text>
        {goneIn !== null && goneIn < n && (
          <Text size="xs" c="dimmed">
            {t("compare.carried.goneIn", { version: goneIn })}
          </Text>
        )}
        {placedBy !== null && (
          <Text size="xs" c="dimmed">
            {t("compare.carried.placedBy", { name: placedBy })}
          </Text>
        )}
        <Group gap="xs">
          {frame !== null && (
            <Button size="compact-xs" variant="light" onClick={() => void player.seekToFrame(frame)}>
              {timecode
                ? t("compare.carried.goToTime", { time: formatTimecode(frame, timecode) })
                : t("compare.carried.goTo", { frame })}
            </Button>
          )}
          {previousVersion !== previous && (
            <Button size="compact-xs" variant="subtle" component={Link} to={originalCommentUrl(id, comment)}>
              {previousFrame === null
                ? t("compare.version", { version: previousVersion })
                : t("compare.carried.back", { frame: previousFrame, version: previousVersion })}
            </Button>
          )}
          {previousVersion === previous && previousFrame !== null && (
            <Button
              size="compact-xs"
              variant="subtle"
              disabled={!previousPlayer}
              onClick={() => void previousPlayer?.seekToFrame(previousFrame)}
            >
              {previousTimecode
                ? t("compare.carried.backToTime", {
                    time: formatTimecode(previousFrame, previousTimecode),
                    version: previousVersion,
                  })
                : t("compare.carried.back", { frame: previousFrame, version: previousVersion })}
            </Button>
          )}
        </Group>
        {mayPlace && previousFrame !== null && (
          <Group gap="xs">
            {placedBy === null && kind !== "unplaced" && (
              <Button
                size="compact-xs"
                loading={isBusy}
                onClick={() =>
                  void place(kind === "gone" ? { frame: null, endFrame: null } : { frame, endFrame })
                }
              >
                {t("compare.carried.confirm")}
              </Button>
            )}
            <Button size="compact-xs" variant="default" disabled={isBusy} onClick={handleMove}>
              {t("compare.carried.move")}
            </Button>
            {kind !== "gone" && (
              <Button
                size="compact-xs"
                variant="default"
                disabled={isBusy}
                onClick={() => void place({ frame: null, endFrame: null })}
              >
                {t("compare.carried.remove")}
              </Button>
            )}
            {placedBy !== null && (
              <Button
                size="compact-xs"
                variant="subtle"
                disabled={isBusy}
                onClick={() => void place(undefined)}
              >
                {t("compare.carried.undo")}
              </Button>
            )}
          </Group>
        )}
        <FormFault fault={fault} />
      </Stack>
    </li>
  );
}

/** The labels of frames of a player; undefined if there is no player, or while its frame rate is unknown. */
const useTimecodeOf = (player: FramePlayer | undefined): TimecodeFormat | undefined =>
  useSyncExternalStore(player?.subscribe ?? subscribeToNothing, () => player?.getSnapshot().timecode);
const subscribeToNothing = () => () => undefined;

/** Returns the URL of the comment in the version on which it was written. */
const originalCommentUrl = (id: string, { previousVersion, uuid }: CarriedComment): string =>
  `/vireed/${id}/${previousVersion}?comment=${uuid}`;
