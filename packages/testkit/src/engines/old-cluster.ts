import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { freePorts } from "../http/ports.ts";
import { eventually } from "../wait/eventually.ts";

/** Two shards of Debian's ClickHouse, version 18.16, and ZooKeeper. */
export interface OldCluster {
  name: string;
  /** The HTTP addresses by shard. */
  urls: readonly [string, string];
  /** Kills a shard's server as in a crash, or starts it again. */
  end(shard: 0 | 1): Promise<void>;
  start(shard: 0 | 1): Promise<void>;
  close(): Promise<void>;
}

const CLUSTER_NAME = "shoal";
const START_TIMEOUT_MS = 60_000;

/** Starts a cluster in its own folder, on loopback. @throws Error if a server does not start. */
export async function startOldCluster(): Promise<OldCluster> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-cluster-"));
  const [keeperPort] = await freePorts(1);
  const portsOfShard = async () => {
    const [http, tcp] = await freePorts(2);
    const [inter] = await freePorts(1);
    return { http, tcp, inter };
  };
  const shards = [await portsOfShard(), await portsOfShard()] as const;
  const urls = [`http://127.0.0.1:${shards[0].http}`, `http://127.0.0.1:${shards[1].http}`] as const;
  const running = new Map<number | "keeper", ChildProcess>();
  const run = (key: number | "keeper", program: string, ...args: string[]) =>
    running.set(key, spawn(program, args, { stdio: "ignore", cwd: folder }));
  const end = async (key: number | "keeper") => {
    const child = running.get(key);
    running.delete(key);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  const start = async (shard: 0 | 1) => {
    run(shard, "clickhouse-server", `--config-file=${join(folder, `${shard}`, "config.xml")}`);
    await eventually(async () => (await fetch(`${urls[shard]}/ping`)).ok, {
      what: "a shard",
      limitMs: START_TIMEOUT_MS,
    });
  };
  const close = async () => {
    for (const key of running.keys()) await end(key);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await mkdir(join(folder, "keeper"));
    const keeper = [`dataDir=${folder}/keeper`, `clientPort=${keeperPort}`, "clientPortAddress=127.0.0.1"];
    await writeFile(
      join(folder, "zoo.cfg"),
      [...keeper, "tickTime=2000", "admin.enableServer=false"].join("\n"),
    );
    const classes = "/usr/share/java/zookeeper.jar:/usr/share/java/slf4j-simple.jar";
    const main = "org.apache.zookeeper.server.quorum.QuorumPeerMain";
    run("keeper", "java", "-Xmx200m", "-cp", classes, main, "zoo.cfg");
    // A server that cannot reach ZooKeeper at its start dies at the first distributed statement.
    await eventually(() => isServing(keeperPort), { what: "ZooKeeper", limitMs: START_TIMEOUT_MS });
    for (const shard of [0, 1] as const) {
      const own = join(folder, `${shard}`);
      for (const name of ["data", "tmp"]) await mkdir(join(own, name), { recursive: true });
      await writeFile(join(own, "users.xml"), USERS_CONFIG);
      await writeFile(join(own, "config.xml"), buildConfig(own, shard, { shards, keeperPort }));
      await start(shard);
    }
    return { name: CLUSTER_NAME, urls, end, start, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns whether ZooKeeper responds. It accepts connections before it can respond. */
async function isServing(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    socket.end("srvr");
    return (await text(socket)).includes("Mode: standalone");
  } finally {
    socket.destroy();
  }
}

interface ShardPorts {
  shards: readonly { http: number; tcp: number; inter: number }[];
  keeperPort: number;
}

function buildConfig(folder: string, shard: 0 | 1, { shards, keeperPort }: ShardPorts): string {
  const own = shards[shard];
  const replicas = shards.map(
    ({ tcp }) =>
      `<shard><internal_replication>true</internal_replication><replica><host>127.0.0.1</host><port>${tcp}</port></replica></shard>`,
  );
  return `<yandex>
  <logger><level>fatal</level><console>1</console></logger>
  <http_port>${own?.http}</http_port><tcp_port>${own?.tcp}</tcp_port>
  <interserver_http_port>${own?.inter}</interserver_http_port><interserver_http_host>127.0.0.1</interserver_http_host>
  <listen_host>127.0.0.1</listen_host>
  <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path>
  <user_files_path>${folder}/tmp/</user_files_path><format_schema_path>${folder}/tmp/</format_schema_path>
  <users_config>users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database>
  <mark_cache_size>100000000</mark_cache_size>
  <remote_servers><${CLUSTER_NAME}>${replicas.join("")}</${CLUSTER_NAME}></remote_servers>
  <macros><shard>${shard}</shard><replica>only</replica></macros>
  <zookeeper><node><host>127.0.0.1</host><port>${keeperPort}</port></node></zookeeper>
  <distributed_ddl><path>/clickhouse/task_queue/ddl</path></distributed_ddl>
</yandex>`;
}

const USERS_CONFIG = `<yandex>
  <profiles><default><max_memory_usage>2000000000</max_memory_usage></default></profiles>
  <users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
  <quotas><default></default></quotas>
</yandex>`;
