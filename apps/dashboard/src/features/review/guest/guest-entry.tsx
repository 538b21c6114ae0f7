import { Button, Stack, TextInput } from "@mantine/core";
import {
  AppError,
  type EnterReview,
  MAX_GUEST_NAME_LENGTH,
  MAX_REVIEW_PASSWORD_LENGTH,
  type ResponseOf,
  type routes,
} from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { PasswordField } from "../../../components/ui/form/password-field.tsx";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import { isEmail } from "../../../lib/email.ts";

type AdmittedGuest = ResponseOf<typeof routes.enterReview>;

interface GuestEntryProps {
  review: ResponseOf<typeof routes.findReview>;
  send: (body: Omit<EnterReview, "key">) => Promise<AdmittedGuest>;
  /** Called when the guest was admitted. @param token authenticates the guest's calls. */
  onEntered: (token: string) => void;
  /** Called when the link no longer admits anyone. */
  onClosed: () => void;
}

interface GuestValues extends Record<string, unknown> {
  name: string;
  email: string;
  password: string;
}

/** Asks for a guest's name, and for any other details that the link requires. */
export function GuestEntry({ review, send, onEntered, onClosed }: GuestEntryProps) {
  const { t } = useTranslation();
  const { asksEmail, asksPassword } = review;
  const { form, fault, isSending, handleSubmit } = useAppForm<GuestValues, AdmittedGuest>({
    initialValues: { name: "", email: "", password: "" },
    validate: ({ name, email, password }) => ({
      name: !name.trim() && t("guestReview.nameRequired"),
      email: asksEmail && !isEmail(email) && t("guestReview.emailFault"),
      password: asksPassword && !password && t("guestReview.passwordRequired"),
    }),
    send: ({ name, email, password }) =>
      send({
        name: name.trim(),
        ...(asksEmail ? { email: email.trim() } : {}),
        ...(asksPassword ? { password } : {}),
      }),
    onSent: ({ token }) => onEntered(token),
    onRefused(error): boolean {
      const code = error instanceof AppError ? error.code : undefined;
      if (code === "review_password_wrong") form.setFieldError("password", t("guestReview.passwordWrong"));
      if (code === "review_link_ended") onClosed();
      return code === "review_password_wrong" || code === "review_link_ended";
    },
  });
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <FormFault fault={fault} />
        <TextInput
          label={t("guestReview.name")}
          description={t("guestReview.nameHint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="name"
          autoFocus
          maxLength={MAX_GUEST_NAME_LENGTH}
          {...form.getInputProps("name")}
        />
        {asksEmail && (
          <TextInput
            type="email"
            label={t("guestReview.email")}
            autoComplete="email"
            maxLength={254}
            {...form.getInputProps("email")}
          />
        )}
        {asksPassword && (
          <PasswordField
            label={t("guestReview.password")}
            autoComplete="off"
            maxLength={MAX_REVIEW_PASSWORD_LENGTH}
            {...form.getInputProps("password")}
          />
        )}
        <Button type="submit" loading={isSending}>
          {t("guestReview.enter")}
        </Button>
      </Stack>
    </form>
  );
}
