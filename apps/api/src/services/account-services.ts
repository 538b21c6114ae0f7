import { createSecretBox } from "@shoal/lifecycle";
import type { Config } from "../config.ts";
import { createApiKeysService } from "../modules/api-keys/index.ts";
import type { AuthService } from "../modules/auth/index.ts";
import {
  createAuthorizationsService,
  createClientAdministrationService,
  createClientDeletionService,
  createClientsService,
  createDeletionPlanService,
  createIceSetsService,
  createStorageService,
  createStreamingKeysService,
  ICE_SECRETS,
} from "../modules/clients/index.ts";
import { createClientFigures } from "../modules/figures/index.ts";
import { createLogsService, LogWriter, UnknownFieldsLog, ViewsLog } from "../modules/logs/index.ts";
import type { MailsService } from "../modules/mails/index.ts";
import {
  createUserChangesService,
  createUserRescueService,
  createUsersService,
} from "../modules/users/index.ts";
import type { VideosService } from "../modules/videos/index.ts";
import type { Analytics } from "../platform/clickhouse.ts";
import type { Database } from "../platform/database.ts";
import type { JobQueue } from "../platform/queue/job-queue.ts";
import type { Realtime } from "../platform/realtime/realtime.ts";

/** Clients, their users, and the log of what they do. */
export function openAccountServices(shared: {
  config: Config;
  db: Database;
  analytics: Analytics;
  queue: JobQueue;
  mails: MailsService;
  realtime: Realtime;
  auth: AuthService;
  videos: VideosService;
  onError: (error: unknown) => void;
}) {
  const { config, db, analytics, queue, mails, realtime, auth, videos, onError } = shared;
  const { links } = auth;
  const logWriter = new LogWriter({ db, onError });
  const clientFigures = createClientFigures({ db, analytics, queue });
  return {
    ...{ logWriter, clientFigures },
    views: new ViewsLog(db),
    unknownFields: new UnknownFieldsLog(logWriter),
    logs: createLogsService({ db, keptDays: config.LOG_DAYS }),
    clients: createClientsService({ db, realtime }),
    clientAdministration: createClientAdministrationService({ db, realtime }),
    deletionPlan: createDeletionPlanService({ db, realtime, mails }),
    clientDeletion: createClientDeletionService({ db, queue, realtime, logs: logWriter, onError }),
    authorizations: createAuthorizationsService({ db }),
    iceSets: createIceSetsService({
      db,
      platformServers: config.ICE_SERVERS,
      box: createSecretBox(config.INTERNAL_SECRET, ICE_SECRETS),
      onError,
    }),
    streamingKeys: createStreamingKeysService({ db }),
    apiKeys: createApiKeysService({ db }),
    storage: createStorageService({ db, figures: clientFigures }),
    users: createUsersService({ db, links, limits: auth, videos }),
    userChanges: createUserChangesService({ db, links, limits: auth, realtime }),
    userRescue: createUserRescueService({ db, limits: auth, ...auth }),
  };
}
