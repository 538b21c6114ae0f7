import { type PaymentMeans, routes } from "@shoal/contract";
import { IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { call } from "../../lib/session.ts";
import { useCan } from "../../lib/user.ts";
import { Outcome } from "./outcome.tsx";

/** Shows a successful payment (§2, /pluginpaymentsuccess), once the provider confirms it. */
export function PaymentSuccessPage() {
  const [params] = useSearchParams();
  const checkout = params.get("checkout");
  // Only managers may see how the client pays.
  if (!useCan("manager")) return <Ended means={undefined} />;
  return <AskedOutcome checkout={checkout} />;
}

function AskedOutcome({ checkout }: { checkout: string | null }) {
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
  return data ? <Ended means={data} /> : <PageSkeleton />;
}

function Ended({ means }: { means: PaymentMeans | undefined }) {
  const { t } = useTranslation();
  const label = means?.method?.label;
  if (label === undefined)
    return (
      <Outcome
        title={t("papers.outcome.none")}
        icon={<IconCircleDashed size={28} color="var(--mantine-color-dimmed)" aria-hidden />}
      >
        {t("papers.outcome.freeTier")}
      </Outcome>
    );
  return (
    <Outcome
      title={t("papers.outcome.succeeded")}
      icon={<IconCircleCheck size={28} color="var(--shoal-good)" aria-hidden />}
    >
      {t("papers.outcome.saved", { label })}
    </Outcome>
  );
}
