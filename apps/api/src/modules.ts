import { apiKeysModule } from "./modules/accounts/api-keys/index.ts";
import { authModule } from "./modules/accounts/auth/index.ts";
import { clientsModule } from "./modules/accounts/clients/index.ts";
import { logsModule } from "./modules/accounts/logs/index.ts";
import { mailsModule } from "./modules/accounts/mails/index.ts";
import { usersModule } from "./modules/accounts/users/index.ts";
import { bankDetailsModule } from "./modules/billing/bank-details/index.ts";
import { billsModule } from "./modules/billing/bills/index.ts";
import { budgetsModule } from "./modules/billing/budgets/index.ts";
import { contractsModule } from "./modules/billing/contracts/index.ts";
import { invoicesModule } from "./modules/billing/invoices/index.ts";
import { paymentsModule } from "./modules/billing/payments/index.ts";
import { pricePlansModule } from "./modules/billing/price-plans/index.ts";
import { sellerModule } from "./modules/billing/seller/index.ts";
import { accessSimulationModule } from "./modules/delivery/access-simulation/index.ts";
import { cdnModule } from "./modules/delivery/cdn/index.ts";
import { edgesModule } from "./modules/delivery/edges/index.ts";
import { exportLinksModule } from "./modules/delivery/export-links/index.ts";
import { playbackModule } from "./modules/delivery/playback/index.ts";
import { pluginVideosModule } from "./modules/delivery/plugin-videos/index.ts";
import { ruleReachModule } from "./modules/delivery/rule-reach/index.ts";
import { rulesModule } from "./modules/delivery/rules/index.ts";
import { sitesModule } from "./modules/delivery/sites/index.ts";
import { arrivalsModule } from "./modules/developers/arrivals/index.ts";
import { callLimitsModule } from "./modules/developers/call-limits/index.ts";
import { doctorModule } from "./modules/developers/doctor/index.ts";
import { exitsModule } from "./modules/developers/exits/index.ts";
import { importsModule } from "./modules/developers/imports/index.ts";
import { keyLogModule } from "./modules/developers/key-log/index.ts";
import { repeatedCallsModule } from "./modules/developers/repeated-calls/index.ts";
import { uploadTokensModule } from "./modules/developers/upload-tokens/index.ts";
import { webhooksModule } from "./modules/developers/webhooks/index.ts";
import { alertsModule } from "./modules/insight/alerts/index.ts";
import { consumptionModule } from "./modules/insight/consumption/index.ts";
import { figuresModule } from "./modules/insight/figures/index.ts";
import { footprintModule } from "./modules/insight/footprint/index.ts";
import { proofModule } from "./modules/insight/proof/index.ts";
import { searchModule } from "./modules/insight/search/index.ts";
import { statisticsModule } from "./modules/insight/statistics/index.ts";
import { liveChatsModule } from "./modules/lives/live-chats/index.ts";
import { livesModule } from "./modules/lives/lives/index.ts";
import { captionsModule } from "./modules/media/captions/index.ts";
import { downloadsModule } from "./modules/media/downloads/index.ts";
import { encodingModule } from "./modules/media/encoding/index.ts";
import { labelsModule } from "./modules/media/labels/index.ts";
import { outrosModule } from "./modules/media/outros/index.ts";
import { picturesModule } from "./modules/media/pictures/index.ts";
import { plansModule } from "./modules/media/plans/index.ts";
import { replacementsModule } from "./modules/media/replacements/index.ts";
import { sceneListsModule } from "./modules/media/scene-lists/index.ts";
import { thumbnailsModule } from "./modules/media/thumbnails/index.ts";
import { uploadsModule } from "./modules/media/uploads/index.ts";
import { videosModule } from "./modules/media/videos/index.ts";
import { alignmentsModule } from "./modules/projects/alignments/index.ts";
import { annotationsModule } from "./modules/projects/annotations/index.ts";
import { approvalsModule } from "./modules/projects/approvals/index.ts";
import { chatModule } from "./modules/projects/chat/index.ts";
import { exchangeModule } from "./modules/projects/exchange/index.ts";
import { newsModule } from "./modules/projects/news/index.ts";
import { projectsModule } from "./modules/projects/projects/index.ts";
import { reviewLinksModule } from "./modules/projects/review-links/index.ts";
import { teamsModule } from "./modules/projects/teams/index.ts";
import type { ModuleDeclaration } from "./platform/composition/define-module.ts";

/** The modules of the api. If several modules have hooks on calls, the hooks run in the order of this list. */
export const MODULES: readonly ModuleDeclaration[] = [
  logsModule,
  mailsModule,
  authModule,
  usersModule,
  clientsModule,
  apiKeysModule,
  videosModule,
  uploadsModule,
  encodingModule,
  captionsModule,
  thumbnailsModule,
  picturesModule,
  outrosModule,
  labelsModule,
  sceneListsModule,
  plansModule,
  replacementsModule,
  downloadsModule,
  livesModule,
  rulesModule,
  sitesModule,
  exportLinksModule,
  edgesModule,
  cdnModule,
  pluginVideosModule,
  accessSimulationModule,
  ruleReachModule,
  playbackModule,
  figuresModule,
  statisticsModule,
  searchModule,
  alertsModule,
  footprintModule,
  proofModule,
  consumptionModule,
  pricePlansModule,
  billsModule,
  budgetsModule,
  sellerModule,
  contractsModule,
  bankDetailsModule,
  invoicesModule,
  paymentsModule,
  teamsModule,
  projectsModule,
  annotationsModule,
  exchangeModule,
  reviewLinksModule,
  alignmentsModule,
  approvalsModule,
  newsModule,
  chatModule,
  liveChatsModule,
  callLimitsModule,
  repeatedCallsModule,
  keyLogModule,
  uploadTokensModule,
  webhooksModule,
  importsModule,
  doctorModule,
  exitsModule,
  arrivalsModule,
];
