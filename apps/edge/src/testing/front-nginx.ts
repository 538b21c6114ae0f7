import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { eventually, freePorts } from "@shoal/testkit";

const CONFIG = fileURLToPath(new URL("../../../../deploy/nginx/edge.conf", import.meta.url));
const TEMP_FOLDERS = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

export interface FrontNginx {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts nginx with `deploy/nginx/edge.conf` in front of an edge, as one process.
 * @param folder for its files; must not exist yet.
 * @param permits the folder of the edge's permits, where it writes any.
 */
export async function startFrontNginx(
  edgeUrl: string,
  folder: string,
  permits = join(folder, "permits"),
): Promise<FrontNginx> {
  await mkdir(folder, { recursive: true });
  const [port] = await freePorts(1);
  const given = await readFile(CONFIG, "utf8");
  const config = given
    .replace("server 127.0.0.1:8090;", `server ${new URL(edgeUrl).host};`)
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replaceAll("/var/cache/nginx/", `${folder}/`)
    .replaceAll("/run/shoal-permits/", `${permits}/`);
  await writeFile(
    join(folder, "nginx.conf"),
    `${process.getuid?.() === 0 ? "user root;" : ""} daemon off; master_process off; pcre_jit on; pid ${folder}/nginx.pid; error_log stderr crit;
events { worker_connections 1024; }
http { ${TEMP_FOLDERS.map((name) => `${name}_temp_path ${folder}/temp;`).join(" ")}
${config} }`,
  );
  const child = spawn("/usr/sbin/nginx", ["-c", join(folder, "nginx.conf"), "-p", folder], {
    stdio: "inherit",
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually(() =>
    fetch(`${url}/healthz`).then(
      async (response) => (await response.text()) !== "",
      () => false,
    ),
  );
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
