import { setTimeout as delay } from "node:timers/promises";
import { createAssetResults } from "./asset-results.ts";
import { scheduleDeletions } from "./modules/clients/index.ts";
import { createMediaPurge } from "./modules/encoding/index.ts";
import { FiguresMirror } from "./modules/figures/index.ts";
import { schedulePlans } from "./modules/plans/index.ts";
import { listUnpublished } from "./modules/scene-lists/index.ts";
import { forgetUnusedWords } from "./modules/videos/index.ts";
import { moveOldRows, prepareAnalytics } from "./platform/analytics-tables.ts";
import type { Services } from "./services.ts";

const ANALYTICS_RETRY_MS = 5_000;
/** Calls are not kept waiting for an engine that does not answer. */
const ANALYTICS_PATIENCE_MS = 2_000;
/** Viewers of a running encoding miss its latest segments for as long at most. */
const PUBLISH_OWED_MS = 5_000;
const ABANDONED_INTERVAL_MS = 60_000;
const LIVES_INTERVAL_MS = 5_000;
const SWEEPS_INTERVAL_MS = 600_000;
/** Alerts are told so soon after the minute that they are about. */
const ALERTS_INTERVAL_MS = 10_000;
/** A month has its report so long after the roll-up of its last hour. */
const FOOTPRINT_INTERVAL_MS = 60_000;
/** Viewers who suffer for a proof do so for a minute longer at most, once it is sure. */
const PROOF_INTERVAL_MS = 60_000;
const CLEANING_INTERVAL_MS = 3_600_000;

/**
 * Starts what goes on without a call: results of workers, figures, cleaning.
 * @returns stops it; what runs ends first.
 */
export async function startBackground(services: Services): Promise<() => Promise<void>> {
  const { db, analytics, queue, store, auth, mails, encoding, publisher, changes, realtime, onError } =
    services;
  const mirror = new FiguresMirror({ db, analytics, realtime, onError });
  const purge = createMediaPurge({ db, store });
  const assets = createAssetResults({ db, queue });
  await changes.listen();
  await queue.consume({
    onResult: (result) => ("asset" in result ? assets.onResult(result) : encoding.onResult(result)),
    onDeadJob: (job) => ("asset" in job ? assets.onDead(job.asset) : encoding.onDeadJob(job)),
    onPurge: ({ prefixes }) => purge(prefixes),
    onTask: {
      "send-mail": mails.deliver,
      "forgotten-password": auth.forgotten.answer,
      "forget-statistics": ({ clientUuid }) => services.clientFigures.forgetClient(clientUuid),
      "refresh-figures": ({ clientUuid }) => mirror.refreshClient(clientUuid),
      "sweep-clip": ({ folder }) => services.clips.sweep(folder),
    },
  });
  const publishOwed = () => {
    services.listPublisher.publishFailed();
    return publisher.publishOwed();
  };
  const stopOwed = repeat(publishOwed, PUBLISH_OWED_MS, onError);
  for (const list of await listUnpublished(db)) services.listPublisher.publishSoon(list);
  let stopMonths = async (): Promise<void> => undefined;
  const prepared = Promise.withResolvers<void>();
  const startFigures = async () => {
    await prepareAnalytics(analytics).finally(prepared.resolve);
    await moveOldRows(analytics);
    mirror.start();
    stopMonths = repeat(services.footprintMonths.makeDue, FOOTPRINT_INTERVAL_MS, onError);
  };
  const stopTrying = keepTrying(startFigures, onError);
  // Whoever asks for figures, also below, finds their tables, unless the engine is away.
  await Promise.race([prepared.promise, delay(ANALYTICS_PATIENCE_MS, undefined, { ref: false })]);
  const stopAbandoned = repeat(services.abandonedUploads.endAbandoned, ABANDONED_INTERVAL_MS, onError);
  const lookAtLives = async () => {
    await services.lives.endSilent();
    await services.archives.makeOwed();
    await services.archives.completeShort();
  };
  const stopLives = repeat(lookAtLives, LIVES_INTERVAL_MS, onError);
  const stopSweeps = repeat(services.liveSweeps.sweep, SWEEPS_INTERVAL_MS, onError);
  const stopAlerts = repeat(() => services.alertWatch.lookOnce(), ALERTS_INTERVAL_MS, onError);
  const stopProofs = repeat(() => services.proofWatch.lookOnce(), PROOF_INTERVAL_MS, onError);
  const stopDeletions = scheduleDeletions(services.clientDeletion);
  const stopPlans = schedulePlans(services.duePlans, onError);
  let cleaned = Promise.resolve();
  const clean = () => {
    const work = [
      auth.deleteExpired(),
      mails.deleteUnsent(),
      changes.prune(),
      services.logs.prune(),
      services.alertWatch.prune(),
      assets.prune(),
      forgetUnusedWords(db, Date.now()),
    ];
    cleaned = Promise.all(work).then(() => undefined, onError);
  };
  // At once too: a process that is started anew every day would never come to it.
  clean();
  const cleaning = setInterval(clean, CLEANING_INTERVAL_MS);
  return async () => {
    clearInterval(cleaning);
    await cleaned;
    stopTrying();
    await stopMonths();
    await stopOwed();
    await stopAbandoned();
    await stopLives();
    await stopSweeps();
    await stopAlerts();
    await stopProofs();
    await stopDeletions();
    await stopPlans();
    await mirror.close();
    await changes.close();
  };
}

/** Repeats until it succeeds; the analytics engine may come later than we do. @returns a function that gives up. */
function keepTrying(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const attempt = () => {
    work().catch((error: unknown) => {
      onError(error);
      if (!isStopped) timer = setTimeout(attempt, ANALYTICS_RETRY_MS);
    });
  };
  attempt();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Does some work at once and then again and again, with a pause between. @returns a function that ends it. */
function repeat(
  work: () => Promise<void>,
  pauseMs: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      await work().catch(onError);
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const running = run();
  return () => {
    stopping.abort();
    return running;
  };
}
