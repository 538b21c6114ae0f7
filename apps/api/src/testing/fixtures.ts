import type { routes } from "@shoal/contract";
import type { InsertQueryBuilder, InsertResult } from "kysely";
import type { Database } from "../platform/database.ts";
import type { Schema } from "../platform/schema.ts";
import type { RequestSample } from "./request-samples.ts";

/** The part of a test client that modules use to add objects. */
export interface FixtureOwner {
  /** A word contained in every name, title and text. */
  marker: string;
  clientUuid: string;
  userUuid: string;
  /** A user who is a manager as long as the client exists. */
  managerUuid: string;
  videoUuid: string;
  liveUuid: string;
  /** The uuid from which each module derives its objects. */
  thingUuid: string;
}

/** A caller of routes about the objects of a test client. */
export interface FixtureCaller {
  userUuid: string;
  /** The headers of the caller's calls; they name the viewed client if the caller views another client. */
  headers: Readonly<Record<string, string>>;
}

/** An insertion into any table. */
export type TableInsert = {
  [Table in keyof Schema]: InsertQueryBuilder<Schema, Table, InsertResult>;
}[keyof Schema];

/** The data of a module that tests of all calls need. */
export interface ModuleFixtures {
  /** The tables of its objects, whose rows have the client's uuid. */
  table: string;
  /** Adds one object of each kind to a client. */
  insertsFor(db: Database, owner: FixtureOwner): TableInsert[];
  /** Gives a caller of the client access to its objects, if not every user has it. */
  insertsForCaller?(db: Database, owner: FixtureOwner, caller: FixtureCaller): TableInsert[];
  /** Gives this access to an administrator who views the client instead. */
  insertsForViewer?(db: Database, owner: FixtureOwner, caller: FixtureCaller): TableInsert[];
  /** The parameters of each of its routes. @param caller set for a caller of the client. */
  targets: Partial<
    Record<keyof typeof routes, (owner: FixtureOwner, caller: FixtureCaller | undefined) => RequestSample>
  >;
}
