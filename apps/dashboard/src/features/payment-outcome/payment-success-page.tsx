import { type PaymentMeans, routes } from "@shoal/contract";
import { IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { call } from "../../lib/session.ts";
import { useCan } from "../../lib/user.ts";
import { PaymentOutcome } from "./outcome.tsx";

/** Shows a successful payment (§2, /pluginpaymentsuccess), once the provider confirms it. */
export function PaymentSuccessPage() {
  const [params] = useSearchParams();
  const checkout = params.get("checkout");
  // Only managers may see the client's payment method.
  if (!useCan("manager")) return <PaymentResult means={undefined} />;
  return <CheckoutOutcome checkout={checkout} />;
}

function CheckoutOutcome({ checkout }: { checkout: string | null }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["payment-means", "outcome", checkout],
    queryFn: (): Promise<PaymentMeans> =>
      checkout === null
        ? call(routes.getPaymentMeans, {})
        : call(routes.confirmCheckout, { params: { checkout } }),
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  return data ? <PaymentResult means={data} /> : <PageSkeleton />;
}

function PaymentResult({ means }: { means: PaymentMeans | undefined }) {
  const { t } = useTranslation();
  const label = means?.method?.label;
  if (label === undefined)
    return (
      <PaymentOutcome
        title={t("contractDocuments.outcome.none")}
        icon={<IconCircleDashed size={28} color="var(--mantine-color-dimmed)" aria-hidden />}
      >
        {t("contractDocuments.outcome.freeTier")}
      </PaymentOutcome>
    );
  return (
    <PaymentOutcome
      title={t("contractDocuments.outcome.succeeded")}
      icon={<IconCircleCheck size={28} color="var(--shoal-good)" aria-hidden />}
    >
      {t("contractDocuments.outcome.saved", { label })}
    </PaymentOutcome>
  );
}
