import { Stack, Text, VisuallyHidden } from "@mantine/core";
import { MAX_SCENES, type SceneListView, type VideoView } from "@shoal/contract";
import { IconListDetails } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../components/ui/states.tsx";
import { copyOf, insertAt, moveToGap, type SceneDraft, type SceneField, sceneOfVideo } from "./draft.ts";
import { SceneRow } from "./scene-row.tsx";
import classes from "./scene-rows.module.css";
import { useSceneDrag } from "./use-scene-drag.ts";

interface SceneRowsProps {
  scenes: SceneDraft[];
  /** The list as it is saved on the server. */
  list: SceneListView | undefined;
  faults: ReadonlyMap<number, SceneField>;
  /** Returns the video that is being dragged from the picker; undefined if none is. */
  guest: () => VideoView | undefined;
  onChange: (scenes: SceneDraft[]) => void;
}

/** Lists the scenes in order, each with its name and its part of the video. Scenes can be moved by dragging or with buttons. */
export function SceneRows({ scenes, list, faults, guest, onChange }: SceneRowsProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<string>();
  const [announcement, setAnnouncement] = useState("");
  const isFull = scenes.length >= MAX_SCENES;
  function move(from: number, gap: number): void {
    const scene = scenes[from];
    const moved = moveToGap(scenes, from, gap);
    if (!scene || moved.indexOf(scene) === from) return;
    onChange(moved);
    setAnnouncement(t("sceneList.moved", { name: scene.name, place: moved.indexOf(scene) + 1 }));
  }
  function handleMoveBy(place: number, step: -1 | 1): void {
    const key = scenes[place]?.key;
    move(place, step === 1 ? place + 2 : place - 1);
    // Restores the focus, which browsers remove from an element that is moved in the document.
    requestAnimationFrame(() => focusMover(key, step));
  }
  function remove(place: number): void {
    setAnnouncement(t("sceneList.removed", { name: scenes[place]?.name ?? "" }));
    onChange(scenes.toSpliced(place, 1));
  }
  const drag = useSceneDrag({
    isGuest: () => guest() !== undefined && !isFull,
    onMove: move,
    onDrop(gap) {
      const video = guest();
      if (video) onChange(insertAt(scenes, sceneOfVideo(video), gap));
    },
  });
  return (
    <div className={classes.place} data-target={drag.gap !== undefined} {...drag.ofList}>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {scenes.length === 0 && (
        <EmptyState
          icon={<IconListDetails size={30} />}
          title={t(drag.gap === undefined ? "sceneList.scenesNone" : "sceneList.dropHere")}
          text={t("sceneList.scenesNoneHint")}
        />
      )}
      <Stack component="ol" gap={10}>
        {scenes.map((scene, place) => (
          <SceneRow
            key={scene.key}
            scene={scene}
            place={place}
            count={scenes.length}
            list={list}
            fault={faults.get(place)}
            mark={drag.gap === place ? "before" : drag.gap === place + 1 ? "after" : undefined}
            handle={drag.ofHandle(place, scene.name)}
            isOpen={opened === scene.key}
            isFull={isFull}
            onOpen={(isOpen) => setOpened(isOpen ? scene.key : undefined)}
            onChange={(part) => onChange(scenes.with(place, { ...scene, ...part }))}
            onMoveBy={(step) => handleMoveBy(place, step)}
            onCopy={() => onChange(insertAt(scenes, copyOf(scene), place + 1))}
            onRemove={() => remove(place)}
          />
        ))}
      </Stack>
      {isFull && (
        <Text size="sm" c="dimmed">
          {t("sceneList.scenesFull", { count: MAX_SCENES })}
        </Text>
      )}
    </div>
  );
}

/**
 * Focuses the button that moves a scene; at an end of the list, where that button is disabled, focuses the button for the other direction.
 */
function focusMover(key: string | undefined, step: -1 | 1): void {
  const buttons = [step, -step].map((direction) =>
    document.querySelector<HTMLButtonElement>(`[data-mover="${key}:${direction}"]`),
  );
  buttons.find((button) => button && !button.disabled)?.focus();
}
