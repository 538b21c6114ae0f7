import { Button, Popover, Stack, Text } from "@mantine/core";
import { IconPalette } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { CARD_KINDS } from "../card-kind.ts";
import { KindLabel } from "../kind-label.tsx";
import classes from "./legend.module.css";

/** What the colours of the cards mean (§2). */
export function Legend() {
  const { t } = useTranslation();
  return (
    <Popover position="bottom-end" withArrow shadow="lg" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          className={classes.button ?? ""}
          leftSection={<IconPalette size={17} aria-hidden />}
          title={t("kinds.label")}
        >
          <span className={classes.label}>{t("kinds.label")}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("kinds.title")} tabIndex={-1} data-autofocus>
        <Text fw={650} mb={8} component="h2" size="md">
          {t("kinds.title")}
        </Text>
        <Stack component="ul" gap={6}>
          {CARD_KINDS.map((kind) => (
            <li key={kind}>
              <KindLabel kind={kind} />
            </li>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
