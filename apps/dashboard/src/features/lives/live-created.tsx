import { Button, Group, Stack, Text } from "@mantine/core";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";

/** Tells that a live was made. @param text what comes next (§2, live created). */
export function openLiveCreated(title: string, text: string): void {
  const closing = openDialog({
    title: i18next.t("live.created.title"),
    children: <LiveCreated title={title} text={text} onEnd={() => void closing.then((close) => close())} />,
  });
  // The reader was told that it could not be fetched.
  closing.catch(() => undefined);
}

function LiveCreated({ title, text, onEnd }: { title: string; text: string; onEnd: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
        <strong>{title}</strong>
        <br />
        {text}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onEnd} data-autofocus>
          {t("common.close")}
        </Button>
      </Group>
    </Stack>
  );
}
