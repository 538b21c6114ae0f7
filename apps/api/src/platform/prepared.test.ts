import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from "kysely";
import { expect, test } from "vitest";
import { prepareQuery } from "./prepared.ts";
import type { Schema } from "./schema.ts";

const db = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
type UuidParams = { uuid: string };
const REFUSAL_MESSAGE = 'must name its columns instead of using "*"';

test.each([
  [
    "selectAll",
    prepareQuery((of, p: UuidParams) => of.selectFrom("users").where("uuid", "=", p.uuid).selectAll()),
  ],
  [
    "selectAll of one table of a join",
    prepareQuery((of, p: UuidParams) =>
      of
        .selectFrom("users")
        .innerJoin("clients", "clients.uuid", "users.client_uuid")
        .select("clients.name")
        .selectAll("users")
        .where("users.uuid", "=", p.uuid),
    ),
  ],
  [
    "returningAll",
    prepareQuery((of, p: UuidParams) => of.deleteFrom("users").where("uuid", "=", p.uuid).returningAll()),
  ],
  [
    "raw SQL",
    prepareQuery((_, p: UuidParams) => sql`SELECT room.* FROM chat_rooms AS room WHERE uuid = ${p.uuid}`),
  ],
])("a prepared query with %s is refused, because a new column would break it", async (_, query) => {
  await expect(query(db, { uuid: "a" })).rejects.toThrow(REFUSAL_MESSAGE);
});

test("a prepared query that counts and multiplies is accepted", async () => {
  const query = prepareQuery(
    (_, p: UuidParams) =>
      sql`SELECT uuid, (SELECT count(*) FROM users), 2 * 3 FROM clients WHERE uuid = ${p.uuid}`,
  );
  await expect(query(db, { uuid: "a" })).resolves.toEqual([]);
});
