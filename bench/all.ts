import { accessBench } from "./access.ts";
import { analyticsBench } from "./analytics.ts";
import { apiKeysBench } from "./api-keys.ts";
import { attacksBench } from "./attacks.ts";
import { backupBench } from "./backup.ts";
import { beaconsBench } from "./beacons.ts";
import type { Bench } from "./bench.ts";
import { billBench } from "./bill.ts";
import { cdnBench } from "./cdn.ts";
import { chatListsBench } from "./chat-lists.ts";
import { chatPageBench } from "./chat-page.ts";
import { chatRoomBench } from "./chat-room.ts";
import { cutBench } from "./cut.ts";
import { edgeBench } from "./edge.ts";
import { encodeBench } from "./encode.ts";
import { exitBench } from "./exit.ts";
import { growthBench } from "./growth.ts";
import { idleBench } from "./idle.ts";
import { libraryBench } from "./library.ts";
import { libraryPageBench } from "./library-page.ts";
import { listBench } from "./list.ts";
import { liveBench } from "./live.ts";
import { liveChatBench } from "./live-chat.ts";
import { pagesBench } from "./pages.ts";
import { playBench } from "./play.ts";
import { pluginListBench } from "./plugin-list.ts";
import { reviewFramesBench } from "./review-frames.ts";
import { reviewLiveBench } from "./review-live.ts";
import { reviewPageBench } from "./review-page.ts";
import { ruleChangeBench } from "./rule-change.ts";
import { severalBench } from "./several.ts";
import { signInBench } from "./sign-in.ts";
import { sitesBench } from "./sites.ts";
import { smallFilesBench } from "./small-files.ts";
import { storeBench } from "./store.ts";
import { swarmSimulationBench } from "./swarm/swarm-simulation.ts";
import { swarmBench } from "./swarm.ts";
import { trackerBench } from "./tracker.ts";
import { uploadBench } from "./upload.ts";
import { uploadPackageBench } from "./upload-package.ts";
import { versionAlignmentBench } from "./version-alignment.ts";
import { versionsSideBySideBench } from "./versions-side-by-side.ts";
import { webhooksBench } from "./webhooks.ts";

/** All benches, in the order in which they run. */
export const ALL_BENCHES: readonly Bench[] = [
  ...apiKeysBench,
  ...listBench,
  ...signInBench,
  ...pagesBench,
  ...libraryBench,
  ...pluginListBench,
  ...analyticsBench,
  ...libraryPageBench,
  ...edgeBench,
  ...cdnBench,
  ...billBench,
  ...accessBench,
  ...playBench,
  ...ruleChangeBench,
  ...reviewLiveBench,
  ...chatListsBench,
  ...chatPageBench,
  ...chatRoomBench,
  ...liveChatBench,
  ...webhooksBench,
  ...beaconsBench,
  ...attacksBench,
  ...encodeBench,
  ...smallFilesBench,
  ...uploadBench,
  ...storeBench,
  ...uploadPackageBench,
  ...exitBench,
  ...backupBench,
  ...cutBench,
  ...versionAlignmentBench,
  ...reviewFramesBench,
  ...reviewPageBench,
  ...versionsSideBySideBench,
  ...liveBench,
  ...swarmBench,
  ...sitesBench,
  ...swarmSimulationBench,
  ...trackerBench,
  ...severalBench,
  ...idleBench,
  ...growthBench,
];
