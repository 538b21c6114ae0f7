import { randomUUID } from "node:crypto";
import {
  AppError,
  IMPORT_ROWS_PAGE_SIZE,
  type ImportKind,
  type ImportListFormat,
  type ImportReportQuery,
  type ImportRows,
  type ImportRowsQuery,
  type ImportSource,
  type ImportState,
  type ImportView,
  type Language,
  MAX_OPEN_IMPORTS,
} from "@shoal/contract";
import { CSV_START, writeCsvLine } from "@shoal/domain/csv";
import { listFormatOf } from "@shoal/domain/imports";
import type { SecretBox } from "@shoal/tokens";
import type { Database, Tx } from "../../../platform/database.ts";
import { translateFields } from "../../../platform/http/field-reasons.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { presentImport, presentItem } from "./imports.present.ts";
import { createImportsRepository, readyColumns } from "./imports.repository.ts";
import { TryLater } from "./sources/import-source.ts";
import { packList } from "./sources/list-file.ts";
import { nameOfSource } from "./sources/name-of-source.ts";
import type { SourceOpeners } from "./sources/sources.ts";

const REPORT_BATCH = 1_000;
const MAX_NAME_LENGTH = 200;
const REPORT_HEADER = ["line", "state", "title", "url", "video", "encodingStatus", "error", "faults"];

export interface ImportsDeps {
  db: Database;
  /** The box that encrypts lists, tokens and lines. */
  box: SecretBox;
  sources: Pick<SourceOpeners, "sourceOf">;
}

/**
 * Creates the service of imports. Calls about an import throw AppError "import_not_found" if the client has none with that uuid.
 */
export function createImportsService({ db, box, sources }: ImportsDeps) {
  async function get(tx: Tx, clientUuid: string, uuid: string): Promise<ImportView> {
    const imports = createImportsRepository(tx);
    const row = await imports.findImport(clientUuid, uuid);
    if (!row) throw importNotFound();
    return presentImport(row, await imports.countItems(clientUuid, [uuid]));
  }

  async function add(
    actor: Actor,
    { kind, name, source }: { kind: ImportKind; name: string; source: object },
  ): Promise<ImportView> {
    const uuid = randomUUID();
    const sealed_source = box.seal(JSON.stringify(source), uuid);
    return db.transaction().execute(async (tx) => {
      const imports = createImportsRepository(tx);
      await imports.lockClient(actor.clientUuid);
      if (await imports.isFull(actor.clientUuid))
        throw new AppError("imports_too_many", `A client can have at most ${MAX_OPEN_IMPORTS} open imports`);
      await imports.addImport({
        uuid,
        client_uuid: actor.clientUuid,
        user_uuid: actor.userUuid,
        kind,
        name: name.slice(0, MAX_NAME_LENGTH),
        sealed_source,
      });
      return get(tx, actor.clientUuid, uuid);
    });
  }

  /** Changes the state of an import. @throws AppError "import_not_open" if it is in none of the given states. */
  async function move(
    { clientUuid }: Actor,
    uuid: string,
    from: readonly ImportState[],
    change: (tx: Tx, isListed: boolean) => Promise<void>,
  ): Promise<ImportView> {
    return db.transaction().execute(async (tx) => {
      const found = await createImportsRepository(tx).lockImport(clientUuid, uuid);
      if (!found) throw importNotFound();
      if (!from.includes(found.state))
        throw new AppError("import_not_open", `This is not possible while the import is ${found.state}`);
      await change(tx, found.listed_at !== null);
      return get(tx, clientUuid, uuid);
    });
  }

  return {
    async listImports({ clientUuid }: Actor): Promise<ImportView[]> {
      const imports = createImportsRepository(db);
      const rows = await imports.listImports(clientUuid);
      const counts = await imports.countItems(
        clientUuid,
        rows.map(({ uuid }) => uuid),
      );
      return rows.map((row) => presentImport(row, counts));
    },

    getImport: ({ clientUuid }: Actor, uuid: string) => get(db, clientUuid, uuid),

    /** @throws AppError "imports_too_many". */
    async createImport(
      actor: Actor,
      { bytes, name, format }: { bytes: Uint8Array; name: string; format?: ImportListFormat | undefined },
    ): Promise<ImportView> {
      const kind = format ?? listFormatOf(name);
      return add(actor, { kind, name, source: await packList(kind, bytes) });
    },

    /**
     * @throws AppError "import_source_refused" for a source that does not exist or rejects the credentials,
     * "imports_too_many".
     */
    async createFromSource(actor: Actor, source: ImportSource): Promise<ImportView> {
      const faults = await sources
        .sourceOf(source)
        .check()
        .catch((error: unknown) => {
          // If the source is busy, its list is read and its credentials are checked at a later attempt.
          if (error instanceof TryLater) return [];
          throw error;
        });
      if (faults.length > 0)
        throw new AppError("import_source_refused", "The source provides no list", faults);
      return add(actor, { kind: source.kind, name: nameOfSource(source), source });
    },

    /** Lists lines, with errors in the reader's language. */
    async listRows(
      { clientUuid }: Actor,
      uuid: string,
      query: ImportRowsQuery,
      language: Language,
    ): Promise<ImportRows> {
      await get(db, clientUuid, uuid);
      const rows = await createImportsRepository(db).listItems(clientUuid, uuid, query);
      const page = rows.slice(0, IMPORT_ROWS_PAGE_SIZE);
      return {
        _embedded: page.map((row) => presentItem(row, language)),
        next: rows.length > page.length ? (page.at(-1)?.number ?? null) : null,
      };
    },

    /** Writes a CSV file a few lines at a time, with errors in the reader's language. */
    async exportReport(
      { clientUuid }: Actor,
      uuid: string,
      query: ImportReportQuery,
      language: Language,
    ): Promise<AsyncIterable<string>> {
      await get(db, clientUuid, uuid);
      const imports = createImportsRepository(db);
      return (async function* () {
        yield CSV_START + writeCsvLine(REPORT_HEADER);
        for (let after = 0; ; ) {
          const rows = await imports.listForReport(clientUuid, uuid, {
            ...query,
            after,
            limit: REPORT_BATCH,
          });
          if (rows.length === 0) return;
          yield rows.map((row) => formatReportLine(row, language)).join("");
          after = rows.at(-1)?.number ?? after;
        }
      })();
    },

    /** Starts or resumes an import. The user is recorded as the creator of its videos. @throws AppError "import_not_open". */
    startImport: (actor: Actor, uuid: string): Promise<ImportView> =>
      move(actor, uuid, ["ready", "paused"], (tx, isListed) =>
        createImportsRepository(tx).updateImport(actor.clientUuid, uuid, {
          // An import paused while its list was read continues reading, and is reviewed before it starts.
          state: isListed ? "running" : "reading",
          fault: null,
          user_uuid: actor.userUuid,
          ...readyColumns(isListed),
        }),
      ),

    /** @throws AppError "import_not_open". */
    pauseImport: (actor: Actor, uuid: string): Promise<ImportView> =>
      move(actor, uuid, ["reading", "running"], (tx) =>
        createImportsRepository(tx).updateImport(actor.clientUuid, uuid, { state: "paused", fault: "user" }),
      ),

    /** @throws AppError "import_not_open". */
    cancelImport: (actor: Actor, uuid: string): Promise<ImportView> =>
      move(actor, uuid, ["reading", "ready", "running", "paused"], async (tx) => {
        const imports = createImportsRepository(tx);
        await imports.updateImport(actor.clientUuid, uuid, {
          state: "cancelled",
          fault: null,
          sealed_source: null,
          ended_at: new Date(),
        });
        await imports.cancelItems(actor.clientUuid, uuid);
      }),

    /** @throws AppError "import_not_open" for a running import. */
    async deleteImport({ clientUuid }: Actor, uuid: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const imports = createImportsRepository(tx);
        const found = await imports.lockImport(clientUuid, uuid);
        if (!found) throw importNotFound();
        if (found.state === "reading" || found.state === "running")
          throw new AppError("import_not_open", "Pause or cancel the import first");
        await imports.deleteImport(clientUuid, uuid);
      });
    },
  };
}
export type ImportsService = ReturnType<typeof createImportsService>;

type ReportRow = Awaited<ReturnType<ReturnType<typeof createImportsRepository>["listForReport"]>>[number];

const formatReportLine = (row: ReportRow, language: Language): string =>
  writeCsvLine([
    row.line,
    row.state,
    row.title,
    row.shown_url,
    row.video_status === null ? null : row.video_uuid,
    row.video_status,
    row.video_error,
    translateFields(row.faults, language)
      .map(({ path, reason }) => `${path}: ${reason}`)
      .join("; "),
  ]);

const importNotFound = () => new AppError("import_not_found", "No such import");
