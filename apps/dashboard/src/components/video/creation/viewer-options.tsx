import { Switch } from "@mantine/core";
import { MAX_VIDEO_PASSWORD_LENGTH, VIDEO_PASSWORD_MIN_LENGTH } from "@shoal/contract";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { PasswordField } from "../../ui/form/password-field.tsx";

/** The settings of new videos that affect their viewers. */
export interface ViewerValues {
  autoplay: boolean;
  isPassword: boolean;
  password: string;
}

interface ViewerOptionsProps {
  values: ViewerValues;
  /** The error message of the password field. */
  fault: string | undefined;
  onChange: (values: ViewerValues) => void;
}

/** Edits autoplay and password of new videos. */
export function ViewerOptions({ values, fault, onChange }: ViewerOptionsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Switch
        label={t("newVideos.autoplay")}
        description={t("newVideos.autoplayHint")}
        checked={values.autoplay}
        onChange={(event) => onChange({ ...values, autoplay: event.currentTarget.checked })}
      />
      <Switch
        label={t("newVideos.password.ask")}
        checked={values.isPassword}
        onChange={(event) => onChange({ ...values, isPassword: event.currentTarget.checked })}
      />
      {values.isPassword && (
        <PasswordField
          label={t("newVideos.password.field")}
          name="password"
          autoComplete="off"
          maxLength={MAX_VIDEO_PASSWORD_LENGTH}
          value={values.password}
          error={fault}
          onChange={(event) => onChange({ ...values, password: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** Returns the error in the password in the reader's language; undefined if there is none. */
export function findPasswordFault({ isPassword, password }: ViewerValues, t: TFunction): string | undefined {
  if (!isPassword || password.normalize("NFC").length >= VIDEO_PASSWORD_MIN_LENGTH) return undefined;
  return t("newVideos.password.short", { count: VIDEO_PASSWORD_MIN_LENGTH });
}

/** Returns the part of the call's body that sets the password; empty if no password is required. */
export const passwordOf = ({ isPassword, password }: ViewerValues): { password?: string } =>
  isPassword ? { password } : {};
