import type { routes } from "@shoal/contract";
import type { InsertQueryBuilder, InsertResult } from "kysely";
import type { Database } from "../platform/database.ts";
import type { Schema } from "../platform/schema.ts";
import type { RequestSample } from "./request-samples.ts";

/** A client of tests, as far as modules give it things. */
export interface ThingsOwner {
  /** Stands in every name, title and text. */
  marker: string;
  clientUuid: string;
  userUuid: string;
  videoUuid: string;
  /** The UUID of a live. */
  liveUuid: string;
  /** Of what each module gives it. */
  thingUuid: string;
}

/** Who calls about things. */
export interface ThingsCaller {
  userUuid: string;
  /** Headers of its calls; a caller who views another client names that client. */
  headers: Readonly<Record<string, string>>;
}

/** An insertion into any table. */
export type Insert = {
  [Table in keyof Schema]: InsertQueryBuilder<Schema, Table, InsertResult>;
}[keyof Schema];

/** What tests of all calls at once have to know of a module. */
export interface ModuleThings {
  /** Of its things, each row with the client's uuid. */
  table: string;
  /** Gives a client one of everything. */
  insertsFor(db: Database, owner: ThingsOwner): Insert[];
  /** Gives a caller of the client what they need to reach its things, where not everyone of a client does. */
  insertsForCaller?(db: Database, owner: ThingsOwner, caller: ThingsCaller): Insert[];
  /** Gives it to an administrator who views the client, instead. */
  insertsForViewer?(db: Database, owner: ThingsOwner, caller: ThingsCaller): Insert[];
  /** What each of its routes with parameters is called about. @param caller as far as it is one of the client. */
  targets: Partial<
    Record<keyof typeof routes, (owner: ThingsOwner, caller: ThingsCaller | undefined) => RequestSample>
  >;
}
