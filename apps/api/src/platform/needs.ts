import type { SharedCounts } from "@shoal/limits";
import type { Places } from "@shoal/places";
import type { FetchPolicy } from "@shoal/safe-fetch";
import type { MediaStore } from "@shoal/store";
import type { SecretBox } from "@shoal/tokens";
import type pg from "pg";
import type { Config } from "../config.ts";
import type { Analytics } from "./clickhouse.ts";
import { need } from "./composition/need.ts";
import type { Database } from "./database.ts";
import type { DiskGuard } from "./disk-guard.ts";
import type { GuardFor } from "./http/bind-route.ts";
import type { MailCatalog } from "./mail/define-mails.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { JobQueue } from "./queue/job-queue.ts";
import type { LimitStore } from "./rate-limit.ts";
import type { Realtime, SocketViewer, ViewerClaim } from "./realtime/realtime.ts";
import type { WorkNotifications } from "./work-notifications.ts";

/** The shared dependencies of modules. */
export const CONFIG = need<Config>("config");
export const DB = need<Database>("database");
export const POOL = need<pg.Pool>("database connections");
/** Rate limits by call counts that all replicas of the api share. */
export const SHARED_COUNTS = need<SharedCounts>("shared counts");
/** The store in which attempts are counted over all replicas. */
export const LIMIT_STORE = need<LimitStore>("store of limits");
export const STORE = need<MediaStore>("media store");
export const ANALYTICS = need<Analytics>("analytics engine");
/** Announces that there may be work in tables. */
export const WORK_NOTIFICATIONS = need<WorkNotifications>("work notifications");
export const JOB_QUEUE = need<JobQueue>("job queue");
export const DISK_GUARD = need<DiskGuard>("disk guard");
export const MAILER = need<Mailer>("mail server");
export const MAIL_CATALOG = need<MailCatalog>("mails of modules");
export const REALTIME = need<Realtime>("realtime");
export const PLACES = need<Places>("places");
/** The addresses from which files and lives may be fetched. */
export const FETCH_POLICY = need<FetchPolicy>("fetch policy");
/** Encrypts the URLs of users, which may contain credentials. */
export const SOURCE_URL_BOX = need<SecretBox>("box of source URLs");
/** Receives errors outside of calls. */
export const ON_ERROR = need<(error: unknown) => void>("error log");
/** Whether the process can serve. */
export const IS_READY = need<() => Promise<boolean>>("readiness");

/** Modules provide these to lower layers: guards of routes, authentication of sockets, and removal of media. */
export const GUARD_FOR = need<GuardFor>("guards");
export const INTERNAL_GUARD_FOR = need<GuardFor>("guards of internal calls");
export const FIND_VIEWER =
  need<(claim: ViewerClaim) => Promise<SocketViewer | undefined>>("viewers of realtime");
export const FIND_GUEST_VIEWER =
  need<(token: string) => Promise<SocketViewer | undefined>>("guests of realtime");
/** @param prefixes names in the media store, each a prefix that ends in `/`; media that are still referenced are kept. */
export const PURGE_MEDIA = need<(prefixes: string[]) => Promise<void>>("purge of media");
