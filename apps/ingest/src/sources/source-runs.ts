import type { LiveSource, SourceCondition } from "@shoal/contract/ingest";
import { readSourceAddress } from "@shoal/media";
import { SourceRun, type SourceRunDeps } from "./source-run.ts";

/** Manages the lives that this ingest fetches. */
export class SourceRuns {
  readonly #deps: SourceRunDeps;
  readonly #runs = new Map<string, SourceRun>();
  /** Runs that are ending, by uuid. The next run of a live starts only after the previous one has released the live. */
  readonly #ending = new Map<string, Promise<void>>();
  #wanted: readonly LiveSource[] = [];
  #isClosed = false;

  constructor(deps: SourceRunDeps) {
    this.#deps = deps;
  }

  /** Returns the states of all sources, for the report to the api. */
  get conditions(): SourceCondition[] {
    return [...this.#runs.values()].map(({ source, fault }) => ({ uuid: source.uuid, fault }));
  }

  /** Replaces the fetched sources. A source whose URL has changed is restarted. */
  want(sources: readonly LiveSource[]): void {
    if (this.#isClosed) return;
    this.#wanted = sources;
    const wanted = new Map(sources.map((source) => [source.uuid, source]));
    for (const [uuid, run] of this.#runs) {
      const { url, key } = wanted.get(uuid) ?? {};
      if (url !== run.source.url || key !== run.source.key) this.#end(uuid, run);
    }
    for (const source of sources) this.#begin(source);
  }

  /** Stops all sources. Resolves once all processes and connections have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const [uuid, run] of this.#runs) this.#end(uuid, run);
    await Promise.all(this.#ending.values());
  }

  #begin(source: LiveSource): void {
    if (this.#isClosed || this.#runs.has(source.uuid) || this.#ending.has(source.uuid)) return;
    const address = readSourceAddress(source.url);
    // The api accepts only valid addresses, so the address is never missing.
    if (address) this.#runs.set(source.uuid, new SourceRun(source, address, this.#deps));
  }

  #end(uuid: string, run: SourceRun): void {
    this.#runs.delete(uuid);
    const ended = run.close().finally(() => {
      this.#ending.delete(uuid);
      for (const source of this.#wanted) if (source.uuid === uuid) this.#begin(source);
    });
    this.#ending.set(uuid, ended);
  }
}
