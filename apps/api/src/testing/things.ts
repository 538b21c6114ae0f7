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
  /** Of what each module gives it. */
  thingUuid: string;
}

/** An insertion into any table. */
export type Insert = {
  [Table in keyof Schema]: InsertQueryBuilder<Schema, Table, InsertResult>;
}[keyof Schema];

/** What tests of all calls at once have to know of a module. */
export interface ModuleThings {
  /** Of its things, each row with the client's uuid and one of its own. */
  table: string;
  /** Gives a client one of everything. */
  insertsFor(db: Database, owner: ThingsOwner): Insert[];
  /** What each of its routes with parameters is called about. */
  targets: Partial<Record<keyof typeof routes, (owner: ThingsOwner) => RequestSample>>;
}
