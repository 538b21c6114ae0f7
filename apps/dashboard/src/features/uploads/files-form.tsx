import { Button, Group, ScrollArea, Stack, Text } from "@mantine/core";
import { isUnderWay } from "@shoal/client/upload";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import classes from "../../components/video/creation/creation-form.module.css";
import {
  findPasswordFault,
  passwordOf,
  ViewerOptions,
  type ViewerValues,
} from "../../components/video/creation/viewer-options.tsx";
import { useMe } from "../../lib/user.ts";
import { FilePicker } from "./file-picker.tsx";
import { UploadRow } from "./upload-row.tsx";
import { uploads, useUploads } from "./uploads.ts";

/** Lists the files with their settings, both individual and common, and their progress. */
export function FilesForm() {
  const { t } = useTranslation();
  const items = useUploads();
  const { values, setValues, fault, handleStart } = useStartUploads();
  const chosen = items.filter(({ status }) => status === "chosen").length;
  return (
    <>
      <Stack gap="sm" p="md" mih={0} style={{ overflowY: "auto" }}>
        <FilePicker isSmall={items.length > 0} />
        {items.length > 0 && (
          <ScrollArea.Autosize mah="min(38dvh, 380px)" type="auto" offsetScrollbars="present">
            <Stack component="ul" gap={0} aria-label={t("uploads.files")}>
              {items.map((item) => (
                <UploadRow key={item.id} item={item} />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        )}
        {chosen > 0 && (
          <Stack gap="xs" component="fieldset" className={classes.options}>
            <Text component="legend" size="sm" fw={600}>
              {t("newVideos.options")}
            </Text>
            <ViewerOptions values={values} fault={fault} onChange={setValues} />
            <Text size="xs" c="dimmed">
              {t("newVideos.optionsHint")}
            </Text>
          </Stack>
        )}
        {items.some(isUnderWay) && (
          <Text size="xs" c="dimmed">
            {t("uploads.stay")}
          </Text>
        )}
      </Stack>
      <Group
        gap="sm"
        justify="space-between"
        wrap="nowrap"
        py="sm"
        px="md"
        style={{ borderTop: "1px solid var(--shoal-line)" }}
      >
        {items.some(isUnderWay) && <StopAllButton />}
        <Button disabled={chosen === 0} onClick={handleStart} ml="auto">
          {chosen > 1 ? t("uploads.startCount", { count: chosen }) : t("uploads.start")}
        </Button>
      </Group>
    </>
  );
}

/** Holds the common options of files whose uploads are started together. */
function useStartUploads() {
  const { t } = useTranslation();
  const autoplay = useMe()?.client_infos[0]?.defaultAutoplay ?? true;
  const [values, setValues] = useState<ViewerValues>({ autoplay, isPassword: false, password: "" });
  const [isFaultShown, setFaultShown] = useState(false);
  const fault = findPasswordFault(values, t);
  // Clears the password when the user switches to the form for a URL, because it must then be entered again (§5).
  useEffect(() => () => setValues((before) => ({ ...before, isPassword: false, password: "" })), []);
  function handleStart(): void {
    setFaultShown(Boolean(fault));
    if (fault) return;
    uploads.start({ autoplay: values.autoplay, ...passwordOf(values) });
    // Clears the password, which must be chosen again for the next files.
    setValues((before) => ({ ...before, isPassword: false, password: "" }));
  }
  return { values, setValues, fault: isFaultShown ? fault : undefined, handleStart };
}

/** Stops all uploads after a confirmation. While files are uploading, the window cannot be closed otherwise. */
function StopAllButton() {
  const { t } = useTranslation();
  const confirm = () =>
    askConfirmation({
      title: t("uploads.closeQuestion"),
      text: t("uploads.closeConsequence"),
      confirm: t("uploads.stopAll"),
      isDangerous: true,
      // Ignores failures, because the server is notified again when the page is left.
      run: () => uploads.abandon().catch(() => undefined),
    });
  return (
    <Button variant="default" onClick={confirm}>
      {t("uploads.stopAll")}
    </Button>
  );
}
