// Prepares the machine for a command. Plain JavaScript for any Node from 18 on: it runs before anything is installed.
//   node scripts/setup.mjs --for start | test | long | check | pages | bench
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const purpose = process.argv[process.argv.indexOf("--for") + 1] ?? "start";

/** The number of attempts. Registries fail temporarily, and another program may lock Debian's lists for some seconds. */
const INSTALL_ATTEMPTS = 4;
const PAUSE_MS = 5_000;
/** The maximum wait for other installations of Debian packages, for example by another checkout. */
const APT_LOCK_SEC = 300;
/** The commands for each purpose, with the packages that provide them and their dependencies. */
const TOOLS = {
  start: [
    ["ffmpeg", "ffmpeg"],
    ["bwrap", "bubblewrap"],
    ["socat", "socat"],
    // Renders the first page of PDFs in chat messages.
    ["pdftoppm", "poppler-utils"],
  ],
  check: [],
  pages: [],
};
TOOLS.test = [
  ...TOOLS.start,
  ["chromium", "chromium"],
  ["chromium-headless-shell", "chromium-headless-shell"],
  // Runs in front of edges. `npm start` works without it.
  ["nginx", "nginx-light"],
];
// Third-party encoders that customers use.
const GSTREAMER = ["base", "good", "bad", "ugly"].map((set) => `gstreamer1.0-plugins-${set}`);
TOOLS.long = [
  ...TOOLS.test,
  ["gst-launch-1.0", "gstreamer1.0-tools", ...GSTREAMER],
  ["Xvfb", "xvfb"],
  ["obs", "obs-studio", "obs-plugins"],
  // PHP, which runs an example of the documentation.
  ["php", "php-cli", "php-curl"],
  // Shifts the clock of complete installations, with which tests run at other times of the day.
  ["faketime", "faketime"],
  // A widely used object store, against which the media store is tested.
  ["ceph-mon", "ceph-mon"],
  ["ceph-osd", "ceph-osd"],
  ["radosgw", "radosgw"],
  // ClickHouse in its version of 2018, for a cluster with two shards.
  ["clickhouse-server", "clickhouse-server", "zookeeper", "default-jre-headless"],
  // Servers that several machines share, in `npm run cluster`.
  ["pg_ctlcluster", "postgresql"],
  ["pgbouncer", "pgbouncer"],
  ["redis-server", "redis-server"],
  ["/usr/lib/nginx/modules/ngx_stream_module.so", "libnginx-mod-stream"],
  ["ip", "iproute2"],
  // Servers that read the rules and the Caddyfile of `deploy/`, and run in front of and next to the platform.
  ["promtool", "prometheus"],
  ["systemd-analyze", "systemd"],
  ["caddy", "caddy"],
];
TOOLS.bench = [
  ...TOOLS.test,
  // The packages that `npm run cluster` needs, which several benches use.
  ["pg_ctlcluster", "postgresql"],
  ["redis-server", "redis-server"],
  ["ip", "iproute2"],
];

installPackages();
installTools(TOOLS[purpose] ?? TOOLS.start);
if (purpose !== "check") {
  buildPages();
  buildPlugin();
  buildNpmPackages();
  buildNetworks();
}

/** Installs the npm packages when they are missing or the lock file has changed. */
function installPackages() {
  const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  const stamp = join("node_modules", ".shoal-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.log("Installing the npm packages (about a minute the first time)");
  persist("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(stamp, lock);
}

/** Installs Debian's packages if the user may do so. Otherwise prints the command and stops. */
function installTools(tools) {
  const missing = tools.filter(([command]) => !findOnPath(command)).flatMap(([, ...names]) => names);
  if (missing.length === 0) return;
  const isRoot = process.getuid() === 0;
  const prefix = isRoot ? [] : ["sudo", "-n"];
  const maySudo = isRoot || spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0;
  if (!maySudo || !findOnPath("apt-get")) {
    console.error(
      `These Debian packages are missing. Install them and start again:\n\n  sudo apt-get install ${missing.join(" ")}\n`,
    );
    process.exit(1);
  }
  console.log(`Installing from Debian's packages: ${missing.join(", ")}`);
  const [command, ...first] = [...prefix, "apt-get"];
  const options = ["-o", `DPkg::Lock::Timeout=${APT_LOCK_SEC}`];
  const apt = (...args) =>
    persist(command, [...first, ...args, ...options], { DEBIAN_FRONTEND: "noninteractive" });
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", ...missing);
}

/** Builds the dashboard and the player if their sources have changed since the last build. */
function buildPages() {
  for (const app of ["dashboard", "player"]) {
    const folder = join("apps", app);
    if (!existsSync(join(folder, "vite.config.ts"))) continue;
    const stamp = join(folder, "dist", ".built-from");
    const sources = fingerprint([
      folder,
      "packages/client",
      "packages/contract",
      "packages/domain",
      "packages/sdk",
      "packages/p2p",
      join("scripts", "build"),
      "package-lock.json",
    ]);
    if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) continue;
    console.log(`Building the ${app}`);
    run("node_modules/.bin/vite", ["build", "--logLevel", "warn"], {}, folder);
    writeFileSync(stamp, sources);
  }
}

/** Builds the public player plugin if its sources have changed since the last build. */
function buildPlugin() {
  const folder = join("packages", "sdk");
  const stamp = join(folder, "dist", ".built-from");
  const sources = fingerprint([
    folder,
    "packages/contract",
    "packages/p2p",
    join("scripts", "build"),
    "package-lock.json",
  ]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  console.log("Building the player plugin");
  run("node_modules/.bin/node", [join("scripts", "build", "plugin.ts")]);
  writeFileSync(stamp, sources);
}

/** Builds the packages that customers install if their sources have changed since the last build. */
function buildNpmPackages() {
  const folders = ["cli", "client", "upload"].map((name) => join("packages", name));
  const stamp = join("packages", "client", "dist", ".built-from");
  // Customers download them from the api.
  const tarballs = join("apps", "api", "dist", "packages");
  const sources = fingerprint([
    ...folders,
    "packages/contract",
    join("scripts", "build"),
    "package-lock.json",
    "LICENSE",
  ]);
  if (existsSync(tarballs) && existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  console.log("Building the packages for customers");
  run("node_modules/.bin/node", [join("scripts", "build", "npm-packages.ts")]);
  writeFileSync(stamp, sources);
}

/** Builds the database of networks if its lists or its builder have changed. */
function buildNetworks() {
  const lists = "node_modules/@ip-location-db/asn/package.json";
  const stamp = join("packages", "places", "dist", ".built-from");
  const makers = fingerprint([join("scripts", "build", "networks"), join("scripts", "build", "networks.ts")]);
  const sources = `${makers} ${readFileSync(lists, "utf8")}`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  console.log("Making the data base of internet providers");
  run("node_modules/.bin/node", [join("scripts", "build", "networks.ts")]);
  writeFileSync(stamp, sources);
}

/** Returns the names, sizes and times of all files in a folder and its subfolders, without dependencies and build results. */
function fingerprint(places) {
  const hash = createHash("sha256");
  const visit = (path) => {
    const info = statSync(path);
    if (!info.isDirectory()) return hash.update(`${path} ${info.size} ${info.mtimeMs}\n`);
    for (const name of readdirSync(path).sort())
      if (name !== "node_modules" && name !== "dist") visit(join(path, name));
    return hash;
  };
  for (const place of places) visit(place);
  return hash.digest("hex");
}

function findOnPath(command) {
  if (isAbsolute(command)) return existsSync(command);
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/sbin"];
  return folders.some((folder) => folder && existsSync(join(folder, command)));
}

/** Runs a command that downloads packages, with retries. */
function persist(command, args, env = {}) {
  for (let attempt = 1; attempt < INSTALL_ATTEMPTS; attempt += 1) {
    if (succeeds(command, args, env)) return;
    console.error(`${command} ${args[0]} failed; once more`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  run(command, args, env);
}

function run(command, args, env = {}, cwd = root) {
  if (succeeds(command, args, env, cwd)) return;
  console.error(`\nFailed: ${command} ${args.join(" ")}`);
  process.exit(1);
}

function succeeds(command, args, env, cwd = root) {
  // The Node from the npm packages comes first, as in every npm script.
  const path = `${join(root, "node_modules", ".bin")}:${process.env.PATH}`;
  const executable = command.includes("/") ? join(root, command) : command;
  try {
    execFileSync(executable, args, { cwd, stdio: "inherit", env: { ...process.env, PATH: path, ...env } });
    return true;
  } catch {
    return false;
  }
}
