import { Button, Group, List, Stack } from "@mantine/core";
import type { Refusal } from "@shoal/client/upload";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";

/** Lists each rejected file with the reason (§2, error list). */
export function openRefusedFilesDialog(refused: Refusal[]): void {
  const closing = openDialog({
    title: i18next.t("newVideos.refused.title", { count: refused.length }),
    children: <RefusedFiles refused={refused} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

function RefusedFiles({ refused, onEnd }: { refused: Refusal[]; onEnd: () => void }) {
  const { t } = useTranslation();
  // Files with the same name in different folders share one line.
  const lines = new Map(refused.map((each) => [`${each.reason} ${each.name}`, each]));
  return (
    <Stack role="alert">
      <List size="sm" spacing={6} mah="50dvh" style={{ overflowY: "auto" }}>
        {[...lines].map(([key, { name, reason }]) => (
          <List.Item key={key} style={{ overflowWrap: "anywhere" }}>
            <strong>{name}</strong>
            <br />
            {t(`uploads.refused.${reason}`)}
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        <Button onClick={onEnd} data-autofocus>
          {t("common.close")}
        </Button>
      </Group>
    </Stack>
  );
}
