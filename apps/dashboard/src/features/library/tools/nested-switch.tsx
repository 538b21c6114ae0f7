import { Group, Switch, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { HelpPopover } from "../../../components/ui/help-popover.tsx";

/** Switches between nesting recordings under their live and cuts under their VOD, and listing all on one level. */
export function NestedSwitch({
  isNested,
  onNested,
}: {
  isNested: boolean;
  onNested: (isNested: boolean) => void;
}) {
  const { t } = useTranslation();
  return (
    <Group gap={0} wrap="nowrap">
      <Switch
        label={t("nested.label")}
        checked={isNested}
        onChange={(event) => onNested(event.currentTarget.checked)}
      />
      <HelpPopover label={t("nested.help")} title={t("nested.label")}>
        <Text size="sm">{t("nested.text")}</Text>
      </HelpPopover>
    </Group>
  );
}
