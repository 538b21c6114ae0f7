import { ActionIcon, Button, CloseButton, Group, ScrollArea, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { IconChevronUp, IconMinus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { FilePicker } from "./file-picker.tsx";
import type { UploadItem } from "./upload-item.ts";
import { UploadRow } from "./upload-row.tsx";
import classes from "./upload-window.module.css";
import { uploadWindow, useUploadWindow } from "./upload-window-state.ts";
import { uploads, useUploads } from "./uploads.ts";

const isUnderWay = ({ status }: UploadItem) => !["chosen", "uploaded", "error"].includes(status);

/** The floating window 'New Video(s)' (§2). It stays while one works elsewhere. */
export function UploadWindow() {
  const state = useUploadWindow();
  const items = useUploads();
  const { t } = useTranslation();
  if (state === "closed") return null;
  return (
    <section className={classes.window} aria-label={t("uploads.title")} data-state={state}>
      <WindowBar items={items} isReduced={state === "reduced"} />
      {state === "open" && <WindowBody items={items} />}
    </section>
  );
}

function WindowBar({ items, isReduced }: { items: readonly UploadItem[]; isReduced: boolean }) {
  const { t } = useTranslation();
  const close = useClosing(items);
  return (
    <Group className={classes.bar} justify="space-between" wrap="nowrap" gap="xs">
      <div className={classes.heading}>
        <Text component="h2" fw={650} size="sm">
          {t("uploads.title")}
        </Text>
        <Summary items={items} />
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-expanded={!isReduced}
          aria-label={t(isReduced ? "uploads.enlarge" : "uploads.reduce")}
          onClick={() => uploadWindow.set(isReduced ? "open" : "reduced")}
        >
          {isReduced ? <IconChevronUp size={18} /> : <IconMinus size={18} />}
        </ActionIcon>
        <CloseButton aria-label={t("common.close")} onClick={close} />
      </Group>
    </Group>
  );
}

/** How far all files together got. */
function Summary({ items }: { items: readonly UploadItem[] }) {
  const { t } = useTranslation();
  const sent = items.filter(({ status }) => status !== "chosen" && status !== "error");
  if (sent.length === 0) return null;
  const totalBytes = sent.reduce((sum, item) => sum + item.sizeBytes, 0);
  const doneBytes = sent.reduce((sum, item) => sum + (item.sizeBytes * item.percent) / 100, 0);
  const done = sent.filter(({ status }) => status === "uploaded").length;
  const percent = Math.floor(totalBytes === 0 ? 0 : (100 * doneBytes) / totalBytes);
  return (
    <Text size="xs" c="dimmed" className={classes.numbers}>
      {t("uploads.summary", { done, total: sent.length, percent })}
    </Text>
  );
}

function WindowBody({ items }: { items: readonly UploadItem[] }) {
  const { t } = useTranslation();
  const chosen = items.filter(({ status }) => status === "chosen").length;
  return (
    <>
      <div className={classes.body}>
        <FilePicker isSmall={items.length > 0} />
        {items.length > 0 && (
          <ScrollArea.Autosize mah="min(46dvh, 420px)" type="auto" offsetScrollbars="present">
            <ul className={classes.list} aria-label={t("uploads.files")}>
              {items.map((item) => (
                <UploadRow key={item.id} item={item} />
              ))}
            </ul>
          </ScrollArea.Autosize>
        )}
      </div>
      <div className={classes.foot}>
        {items.some(isUnderWay) && (
          <Text size="xs" c="dimmed">
            {t("uploads.stay")}
          </Text>
        )}
        <Button disabled={chosen === 0} onClick={() => uploads.start()} ml="auto">
          {chosen > 1 ? t("uploads.startCount", { count: chosen }) : t("uploads.start")}
        </Button>
      </div>
    </>
  );
}

/** Closing asks first while files are on their way. */
function useClosing(items: readonly UploadItem[]): () => void {
  const { t } = useTranslation();
  const close = () => {
    uploadWindow.close();
    uploads.abandon().catch(() => undefined);
  };
  if (!items.some(isUnderWay)) return close;
  return () =>
    modals.openConfirmModal({
      title: t("uploads.closeQuestion"),
      children: <Text size="sm">{t("uploads.closeConsequence")}</Text>,
      labels: { confirm: t("uploads.closeConfirm"), cancel: t("common.cancel") },
      confirmProps: { color: "red.8" },
      onConfirm: close,
    });
}
