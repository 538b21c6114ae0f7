import { ActionIcon, Collapse, Group, Stack, Text, TextInput } from "@mantine/core";
import { MAX_CHAPTER_TITLE_LENGTH, type SceneListView } from "@shoal/contract";
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconGripVertical,
  IconScissors,
  IconTrash,
} from "@tabler/icons-react";
import type { HTMLAttributes, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Thumbnail } from "../../components/video/thumbnail.tsx";
import { timeText } from "../../lib/clock-text.ts";
import { type SceneDraft, type SceneField, savedPartOf } from "./draft.ts";
import { SceneRange } from "./scene-range.tsx";
import classes from "./scene-rows.module.css";
import { StateBadge } from "./state-badge.tsx";

interface SceneRowProps {
  scene: SceneDraft;
  /** The index of the scene, starting at 0. */
  place: number;
  count: number;
  list: SceneListView | undefined;
  fault: SceneField | undefined;
  /** The side of this scene on which a dragged scene would be dropped. */
  mark: "before" | "after" | undefined;
  handle: HTMLAttributes<HTMLElement>;
  isOpen: boolean;
  isFull: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (part: Partial<SceneDraft>) => void;
  onMoveBy: (step: -1 | 1) => void;
  onCopy: () => void;
  onRemove: () => void;
}

/** Shows a scene with its thumbnail, its name and its actions. */
export function SceneRow(props: SceneRowProps) {
  const { t } = useTranslation();
  const { scene, place, list, fault, mark, handle, isOpen, onOpen, onChange } = props;
  const saved = savedPartOf(scene, list);
  const reason = saved?.errorType && t(`videoErrors.${saved.errorType}`);
  return (
    <li className={classes.scene} data-place={place} data-mark={mark} data-faulty={fault !== undefined}>
      <div className={classes.row}>
        <span
          className={classes.handle}
          title={t("sceneList.drag", { name: scene.name })}
          aria-hidden
          {...handle}
        >
          <IconGripVertical size={18} />
          {place + 1}
        </span>
        <div className={classes.picture}>
          <Thumbnail
            video={{
              manifest: { thumbnail: scene.thumbnail, hls: null, dash: null },
              duration: saved?.duration ?? scene.out - scene.in,
            }}
          />
        </div>
        <Stack gap={6} miw={0} style={{ gridArea: "about" }}>
          <TextInput
            aria-label={t("sceneList.sceneName", { place: place + 1 })}
            value={scene.name}
            placeholder={scene.videoTitle}
            maxLength={MAX_CHAPTER_TITLE_LENGTH}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
          <Group gap={8} style={{ overflowWrap: "anywhere" }}>
            <Text size="sm" c="dimmed" component="span">
              <ScenePart scene={scene} /> · {t("sceneList.from", { title: scene.videoTitle })}
            </Text>
            <StateBadge state={saved?.state ?? "new"}>
              {t(`sceneList.sceneStates.${saved?.state ?? "new"}`)}
            </StateBadge>
          </Group>
        </Stack>
        <SceneButtons {...props} />
      </div>
      <Text role="alert" mod="roomless" component="div" c="var(--mantine-color-error)" fz="sm">
        {fault && t("sceneList.sceneFault", { place: place + 1, reason: t(`sceneList.faults.${fault}`) })}
        {!fault && saved?.state === "error" && t("sceneList.sceneError", { reason: reason ?? "–" })}
      </Text>
      {!scene.isVideoThere && (
        <Text size="sm" c="dimmed">
          {t("sceneList.sourceGone")}
        </Text>
      )}
      <Collapse expanded={isOpen}>
        {isOpen && <SceneRange scene={scene} onChange={onChange} onEnd={() => onOpen(false)} />}
      </Collapse>
    </li>
  );
}

function ScenePart({ scene }: { scene: SceneDraft }) {
  const { t } = useTranslation();
  const { videoDuration, in: inSec, out: outSec } = scene;
  if (inSec === 0 && videoDuration !== null && outSec >= videoDuration) return t("sceneList.whole");
  return t("sceneList.part", { from: timeText(inSec), to: timeText(outSec) });
}

function SceneButtons({ scene, place, count, isOpen, isFull, ...does }: SceneRowProps) {
  const { t } = useTranslation();
  const { name } = scene;
  const button = (label: string, icon: ReactNode, act: () => void, more: object = {}) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={34}
      aria-label={label}
      title={label}
      onClick={act}
      {...more}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <div className={classes.buttons}>
      {button(t("sceneList.up", { name }), <IconArrowUp size={17} />, () => does.onMoveBy(-1), {
        disabled: place === 0,
        "data-mover": `${scene.key}:-1`,
      })}
      {button(t("sceneList.down", { name }), <IconArrowDown size={17} />, () => does.onMoveBy(1), {
        disabled: place === count - 1,
        "data-mover": `${scene.key}:1`,
      })}
      {button(t("sceneList.edit", { name }), <IconScissors size={17} />, () => does.onOpen(!isOpen), {
        disabled: !scene.isVideoThere,
        "aria-expanded": isOpen,
      })}
      {button(t("sceneList.copy", { name }), <IconCopy size={17} />, does.onCopy, { disabled: isFull })}
      {button(t("sceneList.remove", { name }), <IconTrash size={17} />, does.onRemove)}
    </div>
  );
}
