import { Anchor, Stack, Text, TextInput, type TextInputProps } from "@mantine/core";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";

const SHORTEST_CODE = 6;

/** Returns the fault of a two-factor code that is detected before sending; false if there is none. */
export const findCodeFault = (code: string): string | false =>
  code.trim().length < SHORTEST_CODE && i18next.t("twoFactor.incomplete");

/** Edits a code of the authenticator app, or one of the recovery codes. */
export function CodeField(props: TextInputProps) {
  const { t } = useTranslation();
  const [isRecovery, setRecovery] = useState(false);
  return (
    <Stack gap="xs">
      <Text c="dimmed" size="sm">
        {t(isRecovery ? "twoFactor.recoveryWhy" : "twoFactor.why")}
      </Text>
      <TextInput
        key={String(isRecovery)}
        label={t(isRecovery ? "twoFactor.recovery" : "twoFactor.code")}
        name="twoFactorCode"
        autoFocus
        autoComplete={isRecovery ? "off" : "one-time-code"}
        inputMode={isRecovery ? "text" : "numeric"}
        maxLength={isRecovery ? 40 : SHORTEST_CODE}
        spellCheck={false}
        styles={{ input: { fontVariantNumeric: "tabular-nums", letterSpacing: "0.12em" } }}
        {...props}
      />
      <Anchor component="button" type="button" size="sm" onClick={() => setRecovery(!isRecovery)}>
        {t(isRecovery ? "twoFactor.useApp" : "twoFactor.useRecovery")}
      </Anchor>
    </Stack>
  );
}
