import { Badge, Tooltip } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

/** 'No rights to modify' (§6), where only a manager may. */
export function NoRights() {
  const { t } = useTranslation();
  return (
    <Tooltip
      label={t("profile.noRightsHint")}
      multiline
      maw={280}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Badge
        variant="default"
        size="lg"
        tt="none"
        fw={600}
        leftSection={<IconLock size={14} aria-hidden />}
        tabIndex={0}
      >
        {t("nav.readOnly")}
      </Badge>
    </Tooltip>
  );
}
