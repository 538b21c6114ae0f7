import type { FastifyRequest } from "fastify";
import { Counter, type Registry } from "prom-client";
import { findUnknownFields } from "../../../platform/http/unknown-fields.ts";
import { type Actor, findActorOf, makerOf } from "../auth/index.ts";
import { logEntryOf } from "./log-entry.ts";
import type { LogWriter } from "./log-writer.ts";

/** The number of fields remembered per replica; a forgotten field is logged again. */
const MAX_REMEMBERED = 10_000;

/** Logs each unknown field that a client's programs send, once in that client's log, and counts the fields. */
export class UnknownFieldsLog {
  readonly #writer: Pick<LogWriter, "add">;
  readonly #named = new Set<string>();
  readonly #counter = new Counter({
    name: "shoal_api_unknown_fields_total",
    help: "Unknown fields that apps sent to calls of the old API, and that were ignored",
    registers: [],
  });

  constructor(writer: Pick<LogWriter, "add">) {
    this.#writer = writer;
  }

  /** Adds `shoal_api_unknown_fields_total`. */
  measure(registry: Registry): void {
    registry.registerMetric(this.#counter);
  }

  record(request: FastifyRequest): void {
    const fields = findUnknownFields(request);
    const route = request.routeOptions.config.contract;
    if (fields.length === 0 || !route) return;
    this.#counter.inc(fields.length);
    const actor = findActorOf(request);
    const call = `${route.method} ${route.path}`;
    const fresh = actor
      ? fields.filter((field) => this.#isFirst(`${actor.clientUuid} ${call} ${field}`))
      : [];
    if (actor && fresh.length > 0)
      this.#writer.add(buildEntry(actor, request.ip, `${call}: ${fresh.join(", ")}`));
  }

  #isFirst(key: string): boolean {
    if (this.#named.has(key)) return false;
    this.#named.add(key);
    const [oldest] = this.#named;
    if (this.#named.size > MAX_REMEMBERED && oldest !== undefined) this.#named.delete(oldest);
    return true;
  }
}

const buildEntry = (actor: Actor, address: string, target: string) =>
  logEntryOf({
    type: "unknownFields",
    userUuid: makerOf(actor),
    username: actor.username,
    clientUuid: actor.clientUuid,
    clientName: actor.user.client_name,
    target,
    address,
  });
