import { Button, ScrollArea, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { FilePicker } from "./file-picker.tsx";
import classes from "./upload-form.module.css";
import { isUnderWay } from "./upload-item.ts";
import { UploadRow } from "./upload-row.tsx";
import { uploads, useUploads } from "./uploads.ts";

/** The form 'New Video(s)' (§2): files, their titles, and how far each got. */
export function UploadForm() {
  const { t } = useTranslation();
  const items = useUploads();
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
        {items.some(isUnderWay) && (
          <Text size="xs" c="dimmed">
            {t("uploads.stay")}
          </Text>
        )}
      </div>
      <div className={classes.foot}>
        {items.some(isUnderWay) && <StopButton />}
        <Button disabled={chosen === 0} onClick={() => uploads.start()} ml="auto">
          {chosen > 1 ? t("uploads.startCount", { count: chosen }) : t("uploads.start")}
        </Button>
      </div>
    </>
  );
}

/** The window does not close while files are on their way: this stops them all, after a question. */
function StopButton() {
  const { t } = useTranslation();
  const ask = () =>
    askConfirmation({
      title: t("uploads.closeQuestion"),
      text: t("uploads.closeConsequence"),
      confirm: t("uploads.stopAll"),
      isDangerous: true,
      // What the server does not hear of now, it learns when the page is left.
      run: () => uploads.abandon().catch(() => undefined),
    });
  return (
    <Button variant="default" onClick={ask}>
      {t("uploads.stopAll")}
    </Button>
  );
}
