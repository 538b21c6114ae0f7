import { Alert, Button, Loader, Stack, Text } from "@mantine/core";
import { AppError, type OpenedSession, routes, type UserView } from "@shoal/contract";
import { IconAlertCircle } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useUnguardedForm } from "../../components/ui/form/use-unguarded-form.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { type ProviderPurpose, popPurpose } from "../../lib/provider.ts";
import { cacheUser, startSession } from "../../lib/queries.ts";
import { call } from "../../lib/session.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { CodeField, findCodeFault } from "./code-field.tsx";

/** Handles the return from the code-hosting provider (§2, /redirect): signs in, activates or links, as requested. */
export function ProviderReturnPage() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const [errand] = useState(() => popPurpose(parameters.get("state")));
  if (parameters.get("error")) return <ReturnRefusal text={t("provider.denied")} errand={errand} />;
  if (!errand || !parameters.get("code"))
    return <ReturnRefusal text={t("provider.stateWrong")} errand={errand} />;
  return (
    <ResponseHandler
      errand={errand}
      answer={{ code: parameters.get("code") ?? "", state: parameters.get("state") ?? "" }}
    />
  );
}

interface ProviderResponse {
  code: string;
  state: string;
  twoFactorCode?: string;
}

/** Sends the provider's response to the server. @throws AppError of the call. */
async function submitResponse(
  errand: ProviderPurpose,
  body: ProviderResponse,
): Promise<OpenedSession | UserView> {
  if (errand.purpose === "link") return call(routes.linkGithub, { body });
  if (errand.purpose === "login") return call(routes.loginGithub, { body });
  return call(routes.signupGithub, { params: { id: errand.key }, body });
}

function useSignInResult(): (result: OpenedSession | UserView) => Promise<void> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return async (result) => {
    if ("credential" in result) {
      startSession(result);
      await navigate("/", { replace: true });
      return;
    }
    cacheUser(result);
    notify.success({ message: t("provider.linked") });
    await navigate("/profil?section=provider", { replace: true });
  };
}

function ResponseHandler({ errand, answer }: { errand: ProviderPurpose; answer: ProviderResponse }) {
  const { t } = useTranslation();
  const arrive = useSignInResult();
  const hasBegun = useRef(false);
  const first = useMutation({ mutationFn: () => submitResponse(errand, answer), onSuccess: arrive });
  const { mutate } = first;
  useEffect(() => {
    if (!hasBegun.current) mutate();
    hasBegun.current = true;
  }, [mutate]);
  if (first.error instanceof AppError && first.error.code === "two_factor_required")
    return <CodeStep errand={errand} answer={answer} />;
  if (first.error) return <ReturnRefusal text={errorText(first.error)} errand={errand} />;
  return (
    <AuthFrame title={t("provider.title")}>
      <Stack align="center" role="status">
        <Loader />
        <Text>{t("provider.checking")}</Text>
      </Stack>
    </AuthFrame>
  );
}

/** Repeats the sign-in with the two-factor code that the account requires. */
function CodeStep({ errand, answer }: { errand: ProviderPurpose; answer: ProviderResponse }) {
  const { t } = useTranslation();
  const arrive = useSignInResult();
  const { form, fault, isSending, handleSubmit } = useUnguardedForm({
    initialValues: { twoFactorCode: "" },
    validate: ({ twoFactorCode }) => ({ twoFactorCode: findCodeFault(twoFactorCode) }),
    send: ({ twoFactorCode }) => submitResponse(errand, { ...answer, twoFactorCode }),
    onSent: arrive,
  });
  return (
    <AuthFrame title={t("twoFactor.title")}>
      <form onSubmit={handleSubmit} noValidate>
        <Stack>
          <FormFault fault={fault} />
          <CodeField {...form.getInputProps("twoFactorCode")} />
          <Button type="submit" loading={isSending}>
            {t("twoFactor.submit")}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}

function ReturnRefusal({ text, errand }: { text: string; errand: ProviderPurpose | undefined }) {
  const { t } = useTranslation();
  return (
    <AuthFrame title={t("provider.title")}>
      <Stack>
        <Alert color="red" role="alert" icon={<IconAlertCircle />} title={t("provider.failed")}>
          {text}
        </Alert>
        <Button component={Link} to={startPageOf(errand)} replace>
          {t("provider.again")}
        </Button>
      </Stack>
    </AuthFrame>
  );
}

/** Returns the page on which the user started. */
function startPageOf(errand: ProviderPurpose | undefined): string {
  if (errand?.purpose === "signup") return `/signup/${encodeURIComponent(errand.key)}`;
  return errand?.purpose === "link" ? "/profil?section=provider" : "/auth";
}
