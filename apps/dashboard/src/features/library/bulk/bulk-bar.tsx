import { Button, Group, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { IconCalendarX, IconRefresh, IconTagMinus, IconTagPlus, IconTrash } from "@tabler/icons-react";
import i18next from "i18next";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "../../../i18n/index.ts";
import { notify } from "../../../lib/notify.ts";
import { type Selection, useChosen } from "../use-selection.ts";
import classes from "./bulk-bar.module.css";
import { type Bulk, useBulk } from "./use-bulk.tsx";

interface BulkBarProps {
  videos: readonly VideoView[];
  selection: Selection;
}

/** Choosing all loaded videos and what can be done with the chosen ones. */
export const BulkBar = memo(function BulkBar({ videos, selection }: BulkBarProps) {
  const { t } = useTranslation();
  const count = useChosen(selection).size;
  return (
    <div className={classes.bar} role="toolbar" aria-label={t("bulk.label")} data-active={count > 0}>
      <Group gap="xs">
        <Button size="compact-md" variant="default" onClick={() => selection.selectAll(videos)}>
          {t("bulk.selectAll")}
        </Button>
        <Button size="compact-md" variant="default" disabled={count === 0} onClick={selection.clear}>
          {t("bulk.deselectAll")}
        </Button>
        <Text size="sm" fw={600} aria-live="polite" className={classes.count}>
          {t("bulk.selected", { count })}
        </Text>
      </Group>
      <Deeds selection={selection} />
    </div>
  );
});

/** Not drawn again with the progress of the videos. */
const Deeds = memo(function Deeds({ selection }: { selection: Selection }) {
  const { t } = useTranslation();
  const bulk = useBulk(selection);
  const deeds = [
    { text: t("bulk.restart"), Icon: IconRefresh, run: bulk.askRestart },
    { text: t("bulk.plan"), Icon: IconCalendarX, run: () => openLater("openBulkPlan", bulk) },
    { text: t("bulk.addTags"), Icon: IconTagPlus, run: () => openLater("openAddTags", bulk) },
    { text: t("bulk.removeTags"), Icon: IconTagMinus, run: () => openLater("openRemoveTags", bulk) },
    { text: t("bulk.delete"), Icon: IconTrash, run: bulk.askDelete },
  ];
  return (
    <Group gap={6}>
      {deeds.map(({ text, Icon, run }) => (
        <Button
          key={text}
          title={text}
          size="compact-md"
          variant="default"
          className={classes.deed ?? ""}
          leftSection={<Icon size={16} aria-hidden />}
          disabled={bulk.count === 0}
          onClick={run}
        >
          <span className={classes.text}>{text}</span>
        </Button>
      ))}
    </Group>
  );
});

/** The dialogs' program and texts are fetched with their first use. */
function openLater(name: "openBulkPlan" | "openAddTags" | "openRemoveTags", bulk: Bulk): void {
  Promise.all([import("./bulk-dialogs.tsx"), loadTexts("dates")]).then(
    ([dialogs]) => dialogs[name](bulk),
    () => notify.failure({ message: i18next.t("errors.unavailable") }),
  );
}
