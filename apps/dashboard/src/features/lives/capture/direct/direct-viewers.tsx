import { Group, Text } from "@mantine/core";
import { DIRECT_PLACES } from "@shoal/contract/player";
import { IconBolt } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { DirectState } from "./direct.types.ts";

/** How many viewers this page gives what it films itself; nothing while none can come. Texts of area "live". */
export function DirectViewers({ direct: { phase, viewers } }: { direct: DirectState }) {
  const { t } = useTranslation();
  if (phase === "ended") return null;
  return (
    <div>
      <Group
        component="p"
        gap={6}
        wrap="nowrap"
        fz={13}
        style={{ fontVariantNumeric: "tabular-nums" }}
        role="status"
      >
        <IconBolt size={16} aria-hidden />
        {t("live.delay.viewers", { viewers, places: DIRECT_PLACES })}
      </Group>
      {phase === "lost" && (
        <Text mt={4} c="dimmed" fz="xs">
          {t("live.delay.roomLost")}
        </Text>
      )}
    </div>
  );
}
