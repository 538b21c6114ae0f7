/**
 * Compares database, media store, queue and ClickHouse, and prints the findings. `--mend` repairs what is safe; `--checksums`
 * also compares all media with their checksums. Needs DATABASE_URL (DATABASE_DIRECT_URL behind a pooler), CLICKHOUSE_URL and
 * MEDIA_STORE,
 * and MEDIA_STORE_FROM during a move of the store. Exits with 1 if it finds a problem.
 */
import { openMediaStore } from "@shoal/store";
import { createDoctor, linesOfReport } from "../modules/developers/doctor/index.ts";
import { FiguresMirror, findDisagreeingFigures } from "../modules/insight/figures/index.ts";
import { createRepairRequests } from "../modules/media/encoding/index.ts";
import { openAnalytics } from "../platform/clickhouse.ts";
import { openDatabase } from "../platform/database.ts";

const {
  DATABASE_DIRECT_URL,
  DATABASE_URL,
  CLICKHOUSE_URL,
  MEDIA_STORE,
  MEDIA_STORE_FROM,
  UPLOAD_KEPT_HOURS,
} = process.env;
const shouldRepair = process.argv.includes("--mend");
const { db, close } = openDatabase(DATABASE_DIRECT_URL || DATABASE_URL || "", 3);
const analytics = openAnalytics(CLICKHOUSE_URL ?? "");
try {
  const mirror = new FiguresMirror({
    db,
    analytics,
    realtime: { emit: () => undefined },
    onError: console.error,
  });
  const store = await openMediaStore(MEDIA_STORE ?? "", { from: MEDIA_STORE_FROM, settings: process.env });
  const doctor = createDoctor({
    db,
    store,
    openRepairs: createRepairRequests({ db, store }).open,
    findDisagreeing: (uuids) => findDisagreeingFigures({ db, analytics }, uuids),
    refreshFigures: (clientUuid) => mirror.refreshClient(clientUuid),
    uploadKeptHours: Number(UPLOAD_KEPT_HOURS ?? 24),
  });
  const report = await doctor.run({
    isMending: shouldRepair,
    isRepairing: shouldRepair,
    checkAfter: null,
    checkedBytesMax: process.argv.includes("--checksums") ? Number.POSITIVE_INFINITY : 0,
    checkedBytesPerSec: Number.POSITIVE_INFINITY,
  });
  for (const line of linesOfReport(report)) console.log(line);
  const isWell = report.faults.length === 0 && report.findings.every(({ count, mended }) => count === mended);
  process.exitCode = isWell ? 0 : 1;
} finally {
  await analytics.close();
  await close();
}
// Idle connections of the store would keep the process alive for some seconds.
process.exit();
