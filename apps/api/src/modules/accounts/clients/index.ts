import { createSecretBox } from "@shoal/tokens";
import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, JOB_QUEUE, ON_ERROR, REALTIME } from "../../../platform/needs.ts";
import { AUTH_SERVICE } from "../auth/index.ts";
import { LOG_WRITER } from "../logs/index.ts";
import { MAILS_SERVICE } from "../mails/index.ts";
import { type AuthorizationsService, createAuthorizationsService } from "./authorizations.service.ts";
import {
  type ClientAdministrationService,
  createClientAdministrationService,
} from "./client-administration.service.ts";
import {
  type ClientDeletionService,
  createClientDeletionService,
  LAST_INVOICES,
  MEDIA_OF_CLIENT,
  PAYER_DELETION,
} from "./client-deletion.service.ts";
import { registerClientRoutes } from "./clients.routes.ts";
import { type ClientsService, createClientsService } from "./clients.service.ts";
import { createDeletionPlanService, type DeletionPlanService } from "./deletion-plan.service.ts";
import { ICE_SECRETS } from "./ice-servers.ts";
import { createIceSetsService, type IceSetsService } from "./ice-sets.service.ts";
import { CLIENT_MAILS } from "./mails/index.ts";
import {
  BUDGET_STOPS,
  createStorageService,
  DELIVERED_BYTES,
  type StorageService,
} from "./storage.service.ts";
import { MEASURE_PAUSE_MS, measureStorage, storageDayTables } from "./storage-days.ts";
import { createStreamingKeysService, type StreamingKeysService } from "./streaming-keys.service.ts";

export {
  DELETE_STATISTICS,
  LAST_INVOICES,
  MEDIA_OF_CLIENT,
  PAYER_DELETION,
} from "./client-deletion.service.ts";
export { hasIceSet, readClientForEdge, touchClient } from "./client-descriptor.ts";
export { assertOwnClient, clientNotFound } from "./clients.policy.ts";
export { findChosenTimeZone, findTimeZone } from "./clients.repository.ts";
export { CLIENT_MAILS } from "./mails/index.ts";
export { listMailedManagers } from "./managers.ts";
export { createStorageRepository } from "./storage.repository.ts";
export { BUDGET_STOPS, DELIVERED_BYTES, type StorageService } from "./storage.service.ts";
export { measureStorage, readStorageDays, sumStorageDaysForAdministration } from "./storage-days.ts";

export const ICE_SETS = need<IceSetsService>("ICE sets");
export const STORAGE_SERVICE = need<StorageService>("storage of clients");
const CLIENTS_SERVICE = need<ClientsService>("clients");
const CLIENT_ADMINISTRATION = need<ClientAdministrationService>("administration of clients");
const DELETION_PLAN = need<DeletionPlanService>("planned deletions of clients");
const CLIENT_DELETION = need<ClientDeletionService>("deletion of clients");
const AUTHORIZATIONS_SERVICE = need<AuthorizationsService>("authorizations of clients");
const STREAMING_KEYS = need<StreamingKeysService>("streaming keys");

/** Milliseconds between checks for due deletions. A delay of a minute is not noticeable. */
const DELETION_PAUSE_MS = 60_000;

export const clientsModule = defineModule({
  name: "clients",
  migrations: { "110-storage-days": storageDayTables },
  mails: CLIENT_MAILS,
  services: [
    provide(CLIENTS_SERVICE, { db: DB, realtime: REALTIME }, createClientsService),
    provide(CLIENT_ADMINISTRATION, { db: DB, realtime: REALTIME }, createClientAdministrationService),
    provide(
      DELETION_PLAN,
      { db: DB, realtime: REALTIME, mails: MAILS_SERVICE, auth: AUTH_SERVICE },
      createDeletionPlanService,
    ),
    provide(
      CLIENT_DELETION,
      {
        db: DB,
        queue: JOB_QUEUE,
        realtime: REALTIME,
        logs: LOG_WRITER,
        listMedia: MEDIA_OF_CLIENT,
        billLast: LAST_INVOICES,
        forgetPayer: PAYER_DELETION,
        onError: ON_ERROR,
      },
      createClientDeletionService,
    ),
    provide(AUTHORIZATIONS_SERVICE, { db: DB }, createAuthorizationsService),
    provide(ICE_SETS, { config: CONFIG, db: DB, onError: ON_ERROR }, ({ config, db, onError }) =>
      createIceSetsService({
        db,
        platformServers: config.ICE_SERVERS,
        box: createSecretBox(config.INTERNAL_SECRET, ICE_SECRETS),
        onError,
      }),
    ),
    provide(STREAMING_KEYS, { db: DB }, createStreamingKeysService),
    provide(
      STORAGE_SERVICE,
      { db: DB, figures: DELIVERED_BYTES, budgets: BUDGET_STOPS },
      createStorageService,
    ),
  ],
  routes: using(
    {
      clients: CLIENTS_SERVICE,
      clientAdministration: CLIENT_ADMINISTRATION,
      deletionPlan: DELETION_PLAN,
      clientDeletion: CLIENT_DELETION,
      authorizations: AUTHORIZATIONS_SERVICE,
      iceSets: ICE_SETS,
      storage: STORAGE_SERVICE,
      streamingKeys: STREAMING_KEYS,
    },
    (services, app, guardFor) => registerClientRoutes(app, guardFor, services),
  ),
  // Every replica may delete clients, since each client is locked by one of them.
  schedules: using({ deletion: CLIENT_DELETION, db: DB }, ({ deletion, db }) => [
    { run: deletion.carryOutDue, pauseMs: DELETION_PAUSE_MS },
    { run: () => measureStorage(db), pauseMs: MEASURE_PAUSE_MS },
  ]),
});
