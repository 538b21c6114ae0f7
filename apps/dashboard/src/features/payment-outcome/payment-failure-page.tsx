import { IconCircleX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { PaymentOutcome } from "./outcome.tsx";

/** Informs the user that a payment failed or was abandoned (§2, /pluginpaymentfailure). */
export function PaymentFailurePage() {
  const { t } = useTranslation();
  return (
    <PaymentOutcome
      title={t("contractDocuments.outcome.failed")}
      icon={<IconCircleX size={28} color="var(--shoal-bad)" aria-hidden />}
    >
      {t("contractDocuments.outcome.freeTier")}
    </PaymentOutcome>
  );
}
