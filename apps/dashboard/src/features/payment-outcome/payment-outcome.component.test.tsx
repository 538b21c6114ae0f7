import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../../testing/fake-api.ts";
import { sampleUser } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { PaymentFailurePage } from "./payment-failure-page.tsx";
import { PaymentSuccessPage } from "./payment-success-page.tsx";

cleanAfterEach();

const PAYMENT_METHOD = { kind: "card", label: "visa •••• 4242" } as const;
const heading = (name: string) => page.getByRole("heading", { name });

test("the outcome is confirmed by the provider, not by the URL", async () => {
  const asked = answer(routes.confirmCheckout, () => ({ isOffered: true, method: PAYMENT_METHOD }));
  show(<PaymentSuccessPage />, { path: "/pluginpaymentsuccess?checkout=cs_test_1" });
  await expect.element(heading("Payment succeeded")).toBeVisible();
  await expect.element(page.getByText(/visa •••• 4242 saved/)).toBeVisible();
  expect(asked.map(({ params }) => params)).toEqual([{ checkout: "cs_test_1" }]);
});

test("a checkout without a saved method is shown as no payment", async () => {
  answer(routes.confirmCheckout, () => ({ isOffered: true, method: null }));
  show(<PaymentSuccessPage />, { path: "/pluginpaymentsuccess?checkout=cs_test_1" });
  await expect.element(heading("No payment was made")).toBeVisible();
  await expect.element(page.getByText(/can still use the free tier/)).toBeVisible();
});

test("after a failed or abandoned payment, the free tier can still be used", async () => {
  show(<PaymentFailurePage />);
  await expect.element(heading("Payment failed or abandoned")).toBeVisible();
  await expect.element(page.getByText("You can still use the free tier.")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Documents" })).toBeVisible();
});

test("users who are not managers see no card", async () => {
  const asked = answer(routes.getPaymentMeans, () => ({ isOffered: true, method: PAYMENT_METHOD }));
  show(<PaymentSuccessPage />, { user: sampleUser({ roles: ["editor"] }) });
  await expect.element(heading("No payment was made")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Documents" })).not.toBeInTheDocument();
  expect(asked).toEqual([]);
});
