import { accessSimulationModule } from "./modules/access-simulation/index.ts";
import { alertsModule } from "./modules/alerts/index.ts";
import { apiKeysModule } from "./modules/api-keys/index.ts";
import { authModule } from "./modules/auth/index.ts";
import { captionsModule } from "./modules/captions/index.ts";
import { clientsModule } from "./modules/clients/index.ts";
import { consumptionModule } from "./modules/consumption/index.ts";
import { downloadsModule } from "./modules/downloads/index.ts";
import { edgesModule } from "./modules/edges/index.ts";
import { encodingModule } from "./modules/encoding/index.ts";
import { exportLinksModule } from "./modules/export-links/index.ts";
import { figuresModule } from "./modules/figures/index.ts";
import { footprintModule } from "./modules/footprint/index.ts";
import { labelsModule } from "./modules/labels/index.ts";
import { livesModule } from "./modules/lives/index.ts";
import { logsModule } from "./modules/logs/index.ts";
import { mailsModule } from "./modules/mails/index.ts";
import { outrosModule } from "./modules/outros/index.ts";
import { picturesModule } from "./modules/pictures/index.ts";
import { plansModule } from "./modules/plans/index.ts";
import { playbackModule } from "./modules/playback/index.ts";
import { pluginVideosModule } from "./modules/plugin-videos/index.ts";
import { proofModule } from "./modules/proof/index.ts";
import { replacementsModule } from "./modules/replacements/index.ts";
import { ruleReachModule } from "./modules/rule-reach/index.ts";
import { rulesModule } from "./modules/rules/index.ts";
import { sceneListsModule } from "./modules/scene-lists/index.ts";
import { searchModule } from "./modules/search/index.ts";
import { sitesModule } from "./modules/sites/index.ts";
import { statisticsModule } from "./modules/statistics/index.ts";
import { thumbnailsModule } from "./modules/thumbnails/index.ts";
import { uploadsModule } from "./modules/uploads/index.ts";
import { usersModule } from "./modules/users/index.ts";
import { videosModule } from "./modules/videos/index.ts";
import type { ModuleDeclaration } from "./platform/composition/define-module.ts";

/** What the api is made of. Of two modules that have hooks on calls, those of the first run first. */
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
];
