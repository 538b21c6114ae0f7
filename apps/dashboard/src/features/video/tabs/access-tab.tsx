import { AsLiveSection } from "../access/as-live-section.tsx";
import { DeliverySection } from "../access/delivery-section.tsx";
import { PasswordSection } from "../access/password-section.tsx";
import { StartSection } from "../access/start-section.tsx";
import { PrivacySection } from "../privacy/privacy-section.tsx";
import { createTab } from "./tab-sections.tsx";

/** The tab with access, start date and delivery. */
export const AccessTab = createTab("access", {
  privacy: PrivacySection,
  password: PasswordSection,
  start: StartSection,
  asLive: AsLiveSection,
  delivery: DeliverySection,
});
