import { Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";

interface ActionOutcome {
  title: string;
  /** The title of the video that the outcome concerns. */
  about: string;
  text: ReactNode;
}

/** Shows an outcome in a dialog until the user closes it. */
export function showOutcome({ title, about, text }: ActionOutcome): void {
  const closing = openDialog({
    title,
    children: (
      <OutcomeText about={about} onClose={() => void closing.then((close) => close())}>
        {text}
      </OutcomeText>
    ),
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

function OutcomeText({
  about,
  children,
  onClose,
}: {
  about: string;
  children: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
        <strong>{about}</strong>
        <br />
        {children}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t("common.close")}
        </Button>
      </Group>
    </Stack>
  );
}
