import { Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

/** Shows that a video's recordings or cuts could not be loaded (§8), with a retry button. */
export function ChildrenFault({ onRetry }: { onRetry: () => unknown }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs" role="alert" wrap="nowrap">
      <IconAlertTriangle size={16} aria-hidden color="var(--shoal-bad)" style={{ flex: "none" }} />
      <Text size="sm">{t("nested.failed")}</Text>
      <Button size="compact-sm" variant="default" onClick={() => onRetry()} style={{ flex: "none" }}>
        {t("common.retry")}
      </Button>
    </Group>
  );
}
