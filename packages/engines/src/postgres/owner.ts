import { execFileSync } from "node:child_process";

/** The system user that runs PostgreSQL if this process runs as root, because PostgreSQL refuses to run as root. */
const ENGINE_USER = "postgres";

export interface EngineUser {
  uid: number;
  gid: number;
}

/**
 * Returns the user that runs the engine. The result is undefined unless this process runs as root. As root, it is the system user
 * `postgres`, which is created if it does not exist.
 */
export function engineUser(): EngineUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return findUser() ?? makeUser();
}

function findUser(): EngineUser | undefined {
  try {
    const id = (flag: string) =>
      Number(
        execFileSync("id", [flag, ENGINE_USER], { stdio: ["ignore", "pipe", "ignore"], timeout: 5_000 }),
      );
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}

function makeUser(): EngineUser {
  execFileSync(
    "useradd",
    ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", ENGINE_USER],
    {
      timeout: 20_000,
    },
  );
  const user = findUser();
  if (!user) throw new Error(`Could not make the system user ${ENGINE_USER} that PostgreSQL runs as`);
  return user;
}
