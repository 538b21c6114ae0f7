import { Alert, Button, Loader, Stack, Text, TextInput } from "@mantine/core";
import { AppError, routes } from "@shoal/contract";
import { IconAlertCircle } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useUnguardedForm } from "../../components/ui/form/use-unguarded-form.ts";
import { isEmail } from "../../lib/email.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { cacheUser, meQuery } from "../../lib/queries.ts";
import { call } from "../../lib/session.ts";
import { AuthFrame } from "./auth-frame.tsx";

interface EmailProof {
  mail: string;
  key: string;
}

/** Confirms an email (§2, /verifyMail): with the parameters of the link, or with the key pasted into the page. */
export function VerifyEmailPage() {
  const { t } = useTranslation();
  const user = useQuery(meQuery).data;
  const { confirm, checkedMail } = useEmailConfirmation();
  const isDone = confirm.isSuccess || (user?.emailVerified && !user.newEmail && !confirm.isError);
  if (checkedMail)
    return (
      <AuthFrame title={t("verify.title")} canLeave>
        <Stack align="center" role="status">
          <Loader />
          <Text>{t("verify.checking", { mail: checkedMail })}</Text>
        </Stack>
      </AuthFrame>
    );
  if (isDone)
    return (
      <EmailVerified text={t(confirm.isSuccess ? "verify.done" : "verify.nothing", { email: user?.email })} />
    );
  return (
    <AuthFrame title={t("verify.title")} canLeave>
      <Stack>
        {confirm.error && <VerificationRefusal error={confirm.error} />}
        <KeyForm
          address={user?.newEmail ?? user?.email ?? ""}
          refused={confirm.variables}
          onProof={confirm.mutate}
        />
        <ResendButton address={user?.newEmail ?? user?.email ?? ""} />
      </Stack>
    </AuthFrame>
  );
}

/** Sends the parameters of the link to the server immediately, and only once. `checkedMail` is the email that is being confirmed. */
function useEmailConfirmation() {
  const [parameters] = useSearchParams();
  const mail = parameters.get("mail");
  const key = parameters.get("key");
  const hasBegun = useRef(false);
  const confirm = useMutation({
    mutationFn: (body: EmailProof) => call(routes.verifyMail, { body }),
    onSuccess: cacheUser,
  });
  const { mutate } = confirm;
  useEffect(() => {
    if (!mail || !key || hasBegun.current) return;
    hasBegun.current = true;
    mutate({ mail, key });
  }, [mail, key, mutate]);
  const waitingMail = confirm.isIdle && key ? mail : null;
  return { confirm, checkedMail: confirm.isPending ? confirm.variables.mail : waitingMail };
}

function VerificationRefusal({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const isExpired = error instanceof AppError && ["link_expired", "bad_request"].includes(error.code);
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle />} title={t("verify.failed")}>
      {isExpired ? t("verify.expired") : errorText(error)}
    </Alert>
  );
}

interface KeyFormProps {
  address: string;
  /** The parameters of the previous attempt, which was rejected or did not reach the server. */
  refused: EmailProof | undefined;
  onProof: (proof: EmailProof) => void;
}

function KeyForm({ address, refused, onProof }: KeyFormProps) {
  const { t } = useTranslation();
  const { form, handleSubmit } = useUnguardedForm({
    initialValues: { mail: refused?.mail ?? address, key: refused?.key ?? "" },
    validate: ({ mail, key }) => ({
      mail: !isEmail(mail) && t("email.invalid"),
      key: !key.trim() && t("auth.missing"),
    }),
    send: async ({ mail, key }) => onProof({ mail: mail.trim(), key: key.trim() }),
    onSent: () => undefined,
  });
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <Text c="dimmed" size="sm">
          {t("verify.why")}
        </Text>
        <TextInput
          type="email"
          label={t("verify.mail")}
          name="mail"
          autoComplete="email"
          {...form.getInputProps("mail")}
        />
        <TextInput
          label={t("verify.key")}
          name="key"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps("key")}
        />
        <Button type="submit">{t("verify.submit")}</Button>
      </Stack>
    </form>
  );
}

function ResendButton({ address }: { address: string }) {
  const { t } = useTranslation();
  const again = useMutation({
    mutationFn: () => call(routes.sendVerification, {}),
    onSuccess: () => notify.success({ message: t("verify.sent", { mail: address }) }),
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  if (!address) return null;
  return (
    <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
      {t("verify.again")}
    </Button>
  );
}

function EmailVerified({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <AuthFrame title={t("verify.doneTitle")}>
      <Stack>
        <Text role="status">{text}</Text>
        <Button component={Link} to="/">
          {t("verify.goOn")}
        </Button>
      </Stack>
    </AuthFrame>
  );
}
