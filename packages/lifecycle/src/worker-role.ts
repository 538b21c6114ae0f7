const MAX_BYTES = 63;

/**
 * Returns the database role that workers have if none is configured. Roles belong to the whole server, so the role is named after
 * the database. Installations that share a server therefore do not interfere.
 * @example workerRoleOf("postgres://shoal:…@db.example.org/shoal"); // "shoal_worker"
 */
export function workerRoleOf(databaseUrl: string): string {
  const [, path = ""] = /^[^:]+:\/\/[^/]*\/([^?]*)/.exec(databaseUrl) ?? [];
  const database = decodeURIComponent(path) || "shoal";
  const role = `${database}_worker`;
  if (Buffer.byteLength(role) > MAX_BYTES)
    throw new Error(
      `The database's name ${database} is too long for a role of workers: set WORKER_DATABASE_ROLE`,
    );
  return role;
}
