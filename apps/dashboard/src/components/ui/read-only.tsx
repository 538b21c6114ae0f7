import { Badge, Tooltip } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useMayModify } from "../../lib/user.ts";

/** Shows 'No rights to modify' to users who may only read (§6); nothing to others. */
export function ReadOnly() {
  return useMayModify() ? null : <NoRights />;
}

/** Informs the user that they lack another right. */
export function NoRights({ hint }: { hint?: string }) {
  const { t } = useTranslation();
  return (
    <Tooltip
      label={hint ?? t("nav.readOnlyHint")}
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
