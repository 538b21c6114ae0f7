import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";

/** Informs the user that a live from a camera or a screen is over (§2, live webcam finished). */
export function openCameraFinishedDialog(uuid: string): void {
  const closing = openDialog({
    title: i18next.t("live.capture.finished.title"),
    // Leaving the capture page ends the live, which opens this dialog on the next page.
    outlivesPage: true,
    children: <CameraFinished uuid={uuid} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

function CameraFinished({ uuid, onEnd }: { uuid: string; onEnd: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm">{t("live.capture.finished.text")}</Text>
      <Group justify="space-between">
        <Anchor href={`#/player/${uuid}`} size="sm" onClick={onEnd}>
          {t("live.toPage")}
        </Anchor>
        <Button onClick={onEnd} data-autofocus>
          {t("common.close")}
        </Button>
      </Group>
    </Stack>
  );
}
