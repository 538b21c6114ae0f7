import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";

/** A field for a password: it can be shown, and says when Caps Lock is on. Texts of area "auth". */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  return (
    <PasswordInput
      // Mantine says it of every field but this one.
      aria-invalid={props.error ? true : undefined}
      {...props}
      visible={isShown}
      onVisibilityChange={setShown}
      visibilityToggleButtonProps={{
        "aria-label": t(isShown ? "auth.hidePassword" : "auth.showPassword"),
        tabIndex: 0,
      }}
      onKeyDown={readCapsLock}
      onKeyUp={readCapsLock}
      inputWrapperOrder={["label", "input", "description", "error"]}
      description={<span role="status">{hasCapsLock && t("auth.capsLock")}</span>}
    />
  );
}
