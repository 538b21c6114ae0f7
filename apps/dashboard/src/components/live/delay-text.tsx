import { Text } from "@mantine/core";
import type { LiveDelay } from "@shoal/contract";
import { DIRECT_PLACES } from "@shoal/contract/player";
import { useTranslation } from "react-i18next";

/** Explains a delay in words. Uses the texts of the "live" area. */
export function DelayText({ delay }: { delay: LiveDelay }) {
  const { t } = useTranslation();
  return (
    <div>
      <Text size="sm" fw={500}>
        {t("live.delay.is", { delay: t(`live.delay.names.${delay}`) })}
      </Text>
      <Text size="xs" c="dimmed">
        {t(`live.delay.hints.${delay}`, { places: DIRECT_PLACES })}
      </Text>
    </div>
  );
}
