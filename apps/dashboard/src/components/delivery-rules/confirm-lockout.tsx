import { List, Stack } from "@mantine/core";
import i18next from "i18next";
import { askConfirmation } from "../ui/dialogs/confirm.tsx";
import type { LockoutReason } from "./find-lockouts.ts";

/** Asks for confirmation before saving rules that block viewers. */
export function confirmLockout(closings: readonly LockoutReason[], run: () => unknown): void {
  const { t } = i18next;
  const reasons = (
    <List size="sm">
      {closings.map((closing) => (
        <List.Item key={closing}>
          <strong>{t(`deliveryRules.denies.${closing}`)}</strong>
        </List.Item>
      ))}
    </List>
  );
  const askAgain = () =>
    askConfirmation({
      title: t("deliveryRules.denies.againTitle"),
      text: (
        <Stack gap="sm">
          {reasons}
          <span>{t("deliveryRules.denies.again")}</span>
        </Stack>
      ),
      confirm: t("deliveryRules.denies.confirmAgain"),
      isDangerous: true,
      run,
    });
  askConfirmation({
    title: t("deliveryRules.denies.title"),
    text: (
      <Stack gap="sm">
        <span>{t("deliveryRules.denies.text")}</span>
        {reasons}
        <span>{t("deliveryRules.denies.watching")}</span>
      </Stack>
    ),
    confirm: t("deliveryRules.denies.confirm"),
    isDangerous: true,
    run: askAgain,
  });
}
