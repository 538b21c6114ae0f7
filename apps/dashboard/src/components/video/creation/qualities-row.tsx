import { Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface QualitiesRowProps {
  /** The text that summarises the selected qualities. */
  text: string;
  onChange: () => void;
}

/** Shows the qualities of a new video, with the button that opens their dialog. */
export function QualitiesRow({ text, onChange }: QualitiesRowProps) {
  const { t } = useTranslation();
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" fw={500}>
          {t("newVideos.qualities.label")}
        </Text>
        <Text size="xs" c="dimmed">
          {text}
        </Text>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={`${t("newVideos.qualities.change")}: ${t("newVideos.qualities.label")}`}
        onClick={onChange}
      >
        {t("newVideos.qualities.change")}
      </Button>
    </Group>
  );
}
