import type { JobResult } from "@shoal/contract/jobs";
import type { ResultOwner } from "@shoal/domain";
import type { FastifyInstance } from "fastify";
import type { Migration } from "kysely/migration";
import type { Registry } from "prom-client";
import type { GuardFor } from "../http/bind-route.ts";
import type { MailsOfModule } from "../mail/define-mails.ts";
import type { DependencyCheck } from "../metrics.ts";
import type { DeadAssetJob, DeadJob, OwnTask } from "../queue/job-queue.ts";
import type { WorkTopic } from "../work-notifications.ts";
import type { Part, Provision } from "./need.ts";

/** How a module handles the results of its jobs. If a handler throws, the result is delivered again. */
export interface JobReports {
  onResult(result: JobResult): Promise<void>;
  /** Handles a job that failed at every attempt. */
  onDead(job: DeadJob | DeadAssetJob): Promise<void>;
}

/** Work that a module does at the start and then repeatedly. */
export interface Schedule {
  run(): Promise<unknown>;
  /** The pause between the end of a run and the next run. */
  pauseMs: number;
  /** A notification of this topic starts a run immediately. */
  topic?: WorkTopic;
  /**
   * The pause after a run that resolves to false, which means that remaining work only becomes due with a notification. Only for
   * schedules with a topic.
   */
  idlePauseMs?: number;
  /** Starts only once the analytics tables are prepared; otherwise immediately. */
  needsAnalytics?: boolean;
}

/** Interval between cleanups of outdated data. */
export const CLEANING_PAUSE_MS = 3_600_000;

/** Background work that schedules itself, such as a loop. */
export interface Background {
  start(): void | Promise<void>;
  /** Waits for running work to end. */
  stop(): Promise<void>;
  /** Whether the task runs only on installations with analytics, as for schedules. */
  needsAnalytics?: boolean;
}

/** A task of the api itself, and its handler. */
export interface TaskDeclaration {
  task: Pick<OwnTask<never>, "name" | "isSingle">;
  part: Part<[], (data: never) => Promise<void>>;
}

/** Everything that a module contributes to the api, declared in its `index.ts`. */
export interface ModuleDeclaration {
  /** The name of the module's folder. */
  name: string;
  /**
   * Migrations for its tables, by name, such as `057-notes`; numbers continue from the highest of all modules. It adds its
   * columns to `Schema` with `declare module`.
   */
  migrations?: Readonly<Record<string, Migration>>;
  /** The mails that the module sends, in each language. */
  mails?: MailsOfModule;
  services?: readonly Provision[];
  /** Hooks of the public server, added before any route. */
  hooks?: Part<[FastifyInstance], void>;
  routes?: Part<[FastifyInstance, GuardFor], void>;
  /** Calls of the installation's other processes, at the second server. */
  internalRoutes?: Part<[FastifyInstance, GuardFor], void>;
  tasks?: readonly TaskDeclaration[];
  jobResults?: { of: ResultOwner; part: Part<[], JobReports> };
  schedules?: Part<[], readonly Schedule[]>;
  background?: Part<[], Background>;
  metrics?: Part<[Registry], void>;
  /** The part of `/readyz` about optional dependencies. */
  notes?: Part<[], Record<string, DependencyCheck>>;
}

/** @example export const labels = defineModule({ name: "labels", services: […], routes: using(…) }); */
export const defineModule = (module: ModuleDeclaration): ModuleDeclaration => module;

/** @example tasks: [carriesOut(SEND_MAIL, using({ mails: MAILS_SERVICE }, ({ mails }) => mails.deliver))] */
export const carriesOut = <T>(
  task: OwnTask<T>,
  part: Part<[], (data: NoInfer<T>) => Promise<void>>,
): TaskDeclaration => ({ task, part });
