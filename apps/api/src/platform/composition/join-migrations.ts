import type { Migration } from "kysely/migration";
import type { ModuleDeclaration } from "./define-module.ts";

/** Joins the migrations of all modules. @throws Error naming a migration that two modules have. */
export function joinMigrations(modules: readonly ModuleDeclaration[]): Record<string, Migration> {
  const joined: Record<string, Migration> = {};
  for (const { name: module, migrations = {} } of modules)
    for (const [name, migration] of Object.entries(migrations)) {
      if (joined[name])
        throw new Error(`The migration "${name}" of the module "${module}" is another module's too`);
      joined[name] = migration;
    }
  return joined;
}
