import { Anchor, Stack, Text, TextInput, type TextInputProps } from "@mantine/core";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CODE_DIGITS, plainCode } from "../../lib/one-time-code.ts";

/** Long enough for a recovery code with dashes, and for a pasted code with spaces. */
const MAX_CODE_LENGTH = 40;

/** Returns the error in a two-factor code that is detected before sending; false if there is none. */
export const findCodeFault = (code: string): string | false =>
  plainCode(code).length < CODE_DIGITS && i18next.t("twoFactor.incomplete");

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
        maxLength={MAX_CODE_LENGTH}
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
