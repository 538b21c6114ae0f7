import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";

/** Makes the description a `div`: a paragraph, which Mantine uses, cannot contain a list. */
const DESCRIPTION_PROPS = { component: "div" } as NonNullable<PasswordInputProps["descriptionProps"]>;

/** A password field with a show button and a Caps Lock warning. Its description may be a list. Uses the texts of the "auth" area. */
export function PasswordField({ description, ...props }: PasswordInputProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  return (
    <PasswordInput
      // Mantine sets this attribute on every other field, but not on PasswordInput.
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
      descriptionProps={DESCRIPTION_PROPS}
      description={
        <>
          <span role="status">{hasCapsLock && t("auth.capsLock")}</span>
          {description}
        </>
      }
    />
  );
}
