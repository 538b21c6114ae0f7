import { Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { type ResponseOf, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { encode } from "uqr";
import { CopyButton } from "../../components/ui/copy-button.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { PasswordField } from "../../components/ui/form/password-field.tsx";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { notify } from "../../lib/notify.ts";
import { plainCode } from "../../lib/one-time-code.ts";
import { meQuery } from "../../lib/queries.ts";
import { call } from "../../lib/session.ts";
import { FormButtons } from "./form-buttons.tsx";
import { StepHeading } from "./step-heading.tsx";
import classes from "./two-factor-setup.module.css";

/** The width of the margin around a QR code, in modules. Scanners need the margin. */
const QUIET_ZONE_MODULES = 4;

interface QrCodeProps {
  text: string;
  /** The description of the QR code that screen readers announce. */
  label: string;
  sizePx: number;
}

/** Draws a string as a QR code: dark on white in both colour schemes, because many scanners require it. */
function QrCode({ text, label, sizePx }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE_MODULES });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={sizePx}
      height={sizePx}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <title>{label}</title>
      <rect width={size} height={size} rx={1} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

type TwoFactorSecret = ResponseOf<typeof routes.startTwoFactor>;
const QR_PX = 196;
/** The maximum length of the field, which leaves room for a pasted code with spaces. */
const MAX_CODE_LENGTH = 40;

interface StartTwoFactorProps {
  onStarted: (secret: TwoFactorSecret) => void;
  onCancel: () => void;
}

/** The first step: asks for the password. */
export function StartTwoFactor({ onStarted, onCancel }: StartTwoFactorProps) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit } = useAppForm({
    initialValues: { currentPassword: "" },
    validate: ({ currentPassword }) => ({ currentPassword: !currentPassword && t("auth.missing") }),
    send: (body) => call(routes.startTwoFactor, { body }),
    onSent: onStarted,
  });
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack maw={460}>
        <FormFault fault={fault} title={t("profile.secondStep.failed")} />
        <PasswordField
          label={t("profile.secondStep.password")}
          name="currentPassword"
          autoComplete="current-password"
          autoFocus
          key={form.key("currentPassword")}
          {...form.getInputProps("currentPassword")}
        />
      </Stack>
      <FormButtons onCancel={onCancel}>
        <Button type="submit" loading={isSending}>
          {t("profile.secondStep.next")}
        </Button>
      </FormButtons>
    </form>
  );
}

interface ConfirmSecretProps extends TwoFactorSecret {
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** The second step: shows the secret for the app, and asks for its first code. */
export function ConfirmSecret({ secret, otpauthUrl, onConfirmed, onCancel }: ConfirmSecretProps) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit } = useSecretConfirmation(onConfirmed);
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <StepHeading>{t("profile.secondStep.scanTitle")}</StepHeading>
        <div className={classes.scan}>
          <QrCode text={otpauthUrl} label={t("profile.secondStep.qr")} sizePx={QR_PX} />
          <Stack gap="sm" flex="1 1 260px" miw={0}>
            <Text size="sm">{t("profile.secondStep.scan")}</Text>
            <Text size="sm" c="dimmed">
              {t("profile.secondStep.secret")}
            </Text>
            <Code className={classes.secret}>{inGroupsOfFour(secret)}</Code>
            <Group>
              <CopyButton text={secret} size="xs" />
            </Group>
          </Stack>
        </div>
        <FormFault fault={fault} title={t("profile.secondStep.failed")} />
        <TextInput
          maw={280}
          label={t("profile.secondStep.code")}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={MAX_CODE_LENGTH}
          spellCheck={false}
          key={form.key("code")}
          {...form.getInputProps("code")}
        />
      </Stack>
      <FormButtons onCancel={onCancel}>
        <Button type="submit" loading={isSending}>
          {t("profile.secondStep.confirm")}
        </Button>
      </FormButtons>
    </form>
  );
}

function useSecretConfirmation(onConfirmed: ConfirmSecretProps["onConfirmed"]) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useAppForm({
    initialValues: { code: "" },
    validate: ({ code }) => ({
      code: !/^\d{6}$/.test(plainCode(code)) && t("twoFactor.incomplete"),
    }),
    send: ({ code }) => call(routes.confirmTwoFactor, { body: { code } }),
    async onSent({ recoveryCodes }) {
      onConfirmed(recoveryCodes);
      notify.success({ message: t("profile.secondStep.switchedOn") });
      await queries.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
}

/** Splits a secret into groups of four characters, which are easier to copy from the screen. */
const inGroupsOfFour = (secret: string) => (secret.match(/.{1,4}/g) ?? []).join(" ");
