import { Button, Group, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { IconCalendarX, IconRefresh, IconTagMinus, IconTagPlus, IconTrash } from "@tabler/icons-react";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { notify } from "../../../lib/notify.ts";
import type { Selection } from "../use-selection.ts";
import classes from "./bulk-bar.module.css";
import { type Bulk, useBulk } from "./use-bulk.tsx";

/** Choosing all loaded videos and what can be done with the chosen ones. */
export function BulkBar({ videos, selection }: { videos: VideoView[]; selection: Selection }) {
  const { t } = useTranslation();
  const bulk = useBulk(selection);
  const isNothing = bulk.count === 0;
  const deeds = [
    { text: t("bulk.restart"), Icon: IconRefresh, run: bulk.askRestart },
    { text: t("bulk.plan"), Icon: IconCalendarX, run: () => openLater("openBulkPlan", bulk) },
    { text: t("bulk.addTags"), Icon: IconTagPlus, run: () => openLater("openAddTags", bulk) },
    { text: t("bulk.removeTags"), Icon: IconTagMinus, run: () => openLater("openRemoveTags", bulk) },
    { text: t("bulk.delete"), Icon: IconTrash, run: bulk.askDelete },
  ];
  return (
    <div className={classes.bar} role="toolbar" aria-label={t("bulk.label")} data-active={!isNothing}>
      <Group gap="xs">
        <Button size="compact-md" variant="default" onClick={() => selection.selectAll(videos)}>
          {t("bulk.selectAll")}
        </Button>
        <Button size="compact-md" variant="default" disabled={isNothing} onClick={selection.clear}>
          {t("bulk.deselectAll")}
        </Button>
        <Text size="sm" fw={600} aria-live="polite" className={classes.count}>
          {t("bulk.selected", { count: bulk.count })}
        </Text>
      </Group>
      <Group gap={6}>
        {deeds.map(({ text, Icon, run }) => (
          <Button
            key={text}
            title={text}
            size="compact-md"
            variant="default"
            className={classes.deed ?? ""}
            leftSection={<Icon size={16} aria-hidden />}
            disabled={isNothing}
            onClick={run}
          >
            <span className={classes.text}>{text}</span>
          </Button>
        ))}
      </Group>
    </div>
  );
}

/** The dialogs' program is fetched with its first use. */
function openLater(name: "openBulkPlan" | "openAddTags" | "openRemoveTags", bulk: Bulk): void {
  import("./bulk-dialogs.tsx").then(
    (dialogs) => dialogs[name](bulk),
    () => notify.failure({ message: i18next.t("errors.unavailable") }),
  );
}
