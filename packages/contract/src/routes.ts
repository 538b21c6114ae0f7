import { alertRoutes } from "./routes/alerts.ts";
import { alignmentRoutes } from "./routes/alignments.ts";
import { apiKeyRoutes } from "./routes/api-keys.ts";
import { approvalRoutes } from "./routes/approvals.ts";
import { arrivalRoutes } from "./routes/arrivals.ts";
import { authRoutes } from "./routes/auth.ts";
import { bankDetailsRoutes } from "./routes/bank-details.ts";
import { billingRoutes } from "./routes/billing.ts";
import { captionRoutes } from "./routes/captions.ts";
import { cdnRoutes } from "./routes/cdn.ts";
import { chatRoutes } from "./routes/chat.ts";
import { clientRoutes } from "./routes/clients.ts";
import { commentExchangeRoutes } from "./routes/comment-exchange.ts";
import { annotationRoutes, commentRoutes } from "./routes/comments.ts";
import { consumptionRoutes } from "./routes/consumption.ts";
import { contractRoutes } from "./routes/contracts.ts";
import { cutRoutes } from "./routes/cuts.ts";
import { doctorRoutes } from "./routes/doctor.ts";
import { edgeRoutes } from "./routes/edges.ts";
import { exitRoutes } from "./routes/exits.ts";
import { exportLinkRoutes } from "./routes/export-links.ts";
import { footprintRoutes } from "./routes/footprint.ts";
import { importRoutes } from "./routes/imports.ts";
import { invoiceRoutes } from "./routes/invoices.ts";
import { keyLogRoutes } from "./routes/key-log.ts";
import { liveChatRoutes } from "./routes/live-chats.ts";
import { liveInputRoutes, liveKeyRoutes } from "./routes/lives.ts";
import { logRoutes } from "./routes/logs.ts";
import { newsRoutes } from "./routes/news.ts";
import { outroRoutes } from "./routes/outros.ts";
import { paymentRoutes } from "./routes/payments.ts";
import { pictureRoutes } from "./routes/pictures.ts";
import { pluginVideoRoutes } from "./routes/plugin-videos.ts";
import { projectRoutes } from "./routes/projects.ts";
import { proofRoutes } from "./routes/proof.ts";
import { guestRoutes, reviewLinkRoutes } from "./routes/review-links.ts";
import { ruleRoutes } from "./routes/rules.ts";
import { sceneListRoutes } from "./routes/scene-lists.ts";
import { searchRoutes } from "./routes/search.ts";
import { simulatedLiveRoutes } from "./routes/simulated-lives.ts";
import { siteFigureRoutes } from "./routes/site-figures.ts";
import { statisticsRoutes } from "./routes/statistics.ts";
import { teamRoutes } from "./routes/teams.ts";
import { uploadTokenRoutes } from "./routes/upload-tokens.ts";
import { userRoutes } from "./routes/users.ts";
import { videoMediaRoutes } from "./routes/video-media.ts";
import { videoOperationsRoutes } from "./routes/video-operations.ts";
import { uploadRoutes, videoRoutes } from "./routes/videos.ts";
import { waveformRoutes } from "./routes/waveform.ts";
import { webhookRoutes } from "./routes/webhooks.ts";

/** The route table: every public call of the api, by name. */
export const routes = {
  ...authRoutes,
  ...userRoutes,
  ...clientRoutes,
  ...apiKeyRoutes,
  ...keyLogRoutes,
  ...webhookRoutes,
  ...importRoutes,
  ...exitRoutes,
  ...arrivalRoutes,
  ...logRoutes,
  ...consumptionRoutes,
  ...billingRoutes,
  ...contractRoutes,
  ...bankDetailsRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...doctorRoutes,
  ...edgeRoutes,
  ...liveKeyRoutes,
  ...liveInputRoutes,
  ...videoRoutes,
  ...uploadRoutes,
  ...uploadTokenRoutes,
  ...videoOperationsRoutes,
  ...cutRoutes,
  ...simulatedLiveRoutes,
  ...exportLinkRoutes,
  ...pictureRoutes,
  ...outroRoutes,
  ...ruleRoutes,
  ...siteFigureRoutes,
  ...cdnRoutes,
  ...statisticsRoutes,
  ...alertRoutes,
  ...footprintRoutes,
  ...proofRoutes,
  ...searchRoutes,
  ...pluginVideoRoutes,
  ...sceneListRoutes,
  ...videoMediaRoutes,
  ...waveformRoutes,
  ...liveChatRoutes,
  ...captionRoutes,
  ...teamRoutes,
  ...projectRoutes,
  ...commentRoutes,
  ...commentExchangeRoutes,
  ...reviewLinkRoutes,
  ...guestRoutes,
  ...alignmentRoutes,
  ...annotationRoutes,
  ...approvalRoutes,
  ...newsRoutes,
  ...chatRoutes,
} as const;
