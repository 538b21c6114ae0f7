import { alertsFeature } from "./features/alerts/feature.ts";
import { analyticsFeature } from "./features/analytics/feature.ts";
import { authFeature } from "./features/auth/feature.ts";
import { billingFeature } from "./features/billing/feature.ts";
import { cdnFeature } from "./features/cdn/feature.ts";
import { chatFeature } from "./features/chat/feature.ts";
import { configsFeature } from "./features/client-settings/feature.ts";
import { clientsFeature } from "./features/clients/feature.ts";
import { consumptionFeature } from "./features/consumption/feature.ts";
import { contractTermsFeature } from "./features/contract-terms/feature.ts";
import { docsFeature } from "./features/docs/feature.ts";
import { doctorFeature } from "./features/doctor/feature.ts";
import { edgesFeature } from "./features/edges/feature.ts";
import { exportLinksFeature } from "./features/export-links/feature.ts";
import { footprintFeature } from "./features/footprint/feature.ts";
import { helpFeature } from "./features/help/feature.ts";
import { libraryFeature } from "./features/library/feature.ts";
import { livesFeature } from "./features/lives/feature.ts";
import { loadForecastFeature } from "./features/load-forecast/feature.ts";
import { logsFeature } from "./features/logs/feature.ts";
import { mapFeature } from "./features/map/feature.ts";
import { outrosFeature } from "./features/outros/feature.ts";
import { paymentOutcomeFeature } from "./features/payment-outcome/feature.ts";
import { picturesFeature } from "./features/pictures/feature.ts";
import { pluginVideosFeature } from "./features/plugin-videos/feature.ts";
import { profileFeature } from "./features/profile/feature.ts";
import { projectsFeature } from "./features/projects/feature.ts";
import { proofFeature } from "./features/proof/feature.ts";
import { rankingsFeature } from "./features/rankings/feature.ts";
import { reviewFeature } from "./features/review/feature.ts";
import { sceneListsFeature } from "./features/scene-lists/feature.ts";
import { trashFeature } from "./features/trash/feature.ts";
import { uploadsFeature } from "./features/uploads/feature.ts";
import { usersFeature } from "./features/users/feature.ts";
import { videoFeature } from "./features/video/feature.ts";

/** The features of the dashboard. Each declares its screens, windows and commands in its `feature.ts`. */
export const FEATURES = [
  alertsFeature,
  analyticsFeature,
  authFeature,
  cdnFeature,
  chatFeature,
  clientsFeature,
  configsFeature,
  consumptionFeature,
  billingFeature,
  contractTermsFeature,
  docsFeature,
  doctorFeature,
  edgesFeature,
  exportLinksFeature,
  footprintFeature,
  helpFeature,
  libraryFeature,
  livesFeature,
  logsFeature,
  mapFeature,
  outrosFeature,
  paymentOutcomeFeature,
  picturesFeature,
  pluginVideosFeature,
  profileFeature,
  projectsFeature,
  proofFeature,
  rankingsFeature,
  loadForecastFeature,
  reviewFeature,
  sceneListsFeature,
  trashFeature,
  uploadsFeature,
  usersFeature,
  videoFeature,
];

/** The names of all screens of the product. */
export type ScreenName = (typeof FEATURES)[number]["screens"][number]["name"];
