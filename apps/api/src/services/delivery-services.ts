import { Places } from "@shoal/places";
import { type Config, edgeUrlsOf, placeFilesOf } from "../config.ts";
import {
  createAccessReplayService,
  createAccessSimulationService,
} from "../modules/access-simulation/index.ts";
import { createEdgeCalls, createEdgesService } from "../modules/edges/index.ts";
import { createPluginVideosService } from "../modules/plugin-videos/index.ts";
import { createRuleReachService } from "../modules/rule-reach/index.ts";
import {
  createCollectionsService,
  createConfigsService,
  createVideoRulesService,
} from "../modules/rules/index.ts";
import type { Analytics } from "../platform/clickhouse.ts";
import type { Database } from "../platform/database.ts";
import type { Realtime } from "../platform/realtime/realtime.ts";

/** Who may watch, and how it is delivered. */
export async function openDeliveryServices({
  config,
  db,
  realtime,
  analytics,
  onError,
}: {
  config: Config;
  db: Database;
  realtime: Realtime;
  analytics: Analytics;
  onError: (error: unknown) => void;
}) {
  const places = await Places.open(placeFilesOf(config), onError);
  const edges = createEdgeCalls({
    ...{ urls: edgeUrlsOf(config), internalSecret: config.INTERNAL_SECRET },
    onSilent: (url, cause) => onError(new Error(`The edge at ${url} does not say what it sees`, { cause })),
  });
  return {
    places,
    videoRules: createVideoRulesService({ db, realtime }),
    configs: createConfigsService({ db, edgeUrl: config.EDGE_PUBLIC_URL }),
    collections: createCollectionsService({ db, realtime }),
    pluginVideos: createPluginVideosService({ db, realtime }),
    accessSimulation: createAccessSimulationService({ db, places }),
    accessReplay: createAccessReplayService({ db, analytics, onError }),
    ruleReach: createRuleReachService({ db, edges }),
    edgeReports: createEdgesService({ db, edges }),
  };
}
