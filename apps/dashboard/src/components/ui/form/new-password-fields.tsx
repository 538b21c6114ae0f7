import { Text, VisuallyHidden } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { findPasswordFaults, type PasswordFault } from "@shoal/domain";
import { IconCircleCheckFilled, IconCircleDashed } from "@tabler/icons-react";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import classes from "./new-password-fields.module.css";
import { PasswordField } from "./password-field.tsx";

const PASSWORD_FAULTS: PasswordFault[] = [
  "too_short",
  "no_lowercase",
  "no_uppercase",
  "no_digit",
  "no_special",
];

interface NewPasswordFieldsProps<V extends { confirmPassword: string }> {
  form: UseFormReturnType<V>;
  /** The name of the form field for the new password. The field for its repetition is `confirmPassword`. */
  name: keyof V & string;
}

/**
 * Shows two fields for a new password and its repetition, with the rule (§5) as a list that is ticked off while the user types. The server
 * also rejects common passwords, whose list the page does not have. Uses the texts of the "auth" area.
 */
export function NewPasswordFields<V extends { confirmPassword: string }>({
  form,
  name,
}: NewPasswordFieldsProps<V>) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        label={t("password.next")}
        name={name}
        autoComplete="new-password"
        key={form.key(name)}
        {...form.getInputProps(name)}
        description={<PasswordRules password={String(form.getValues()[name])} />}
      />
      <PasswordField
        label={t("password.confirm")}
        name="confirmPassword"
        autoComplete="new-password"
        key={form.key("confirmPassword")}
        {...form.getInputProps("confirmPassword")}
      />
    </>
  );
}

function PasswordRules({ password }: { password: string }) {
  const { t } = useTranslation();
  const broken = findPasswordFaults(password);
  return (
    <>
      <ul className={classes.rules} aria-label={t("password.rule")}>
        {PASSWORD_FAULTS.map((fault) => {
          const isMet = !broken.includes(fault);
          const Icon = isMet ? IconCircleCheckFilled : IconCircleDashed;
          return (
            <li key={fault} data-met={isMet}>
              <Icon size={16} aria-hidden />
              {t(`password.${fault}`)}
              <VisuallyHidden>{t(isMet ? "password.met" : "password.open")}</VisuallyHidden>
            </li>
          );
        })}
      </ul>
      <Text size="xs" c="dimmed" mt={6}>
        {t("password.uncommon")}
      </Text>
    </>
  );
}

/** Returns the errors in a new password and its repetition, as texts for the two fields. */
export function findNewPasswordFaults(password: string, confirmation: string) {
  const { t } = i18next;
  return {
    next: findPasswordFaults(password).length > 0 && t("errors.password_too_weak"),
    confirmPassword: confirmation !== password && t("password.differs"),
  };
}
