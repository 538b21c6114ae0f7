import { parse, parseAllDocuments } from "yaml";
import type { z } from "zod";
import { Settings as ApiSettings } from "../../apps/api/src/config.ts";
import { EdgeSettings } from "../../apps/edge/src/config.ts";
import { IngestSettings } from "../../apps/ingest/src/config.ts";
import { WorkerSettings } from "../../apps/worker/src/config.ts";
import { PROCESS_NAMES, type ProcessName } from "../monitoring/metrics.ts";
import { requiredOf } from "./settings-page.ts";

/** Reads a file's text, by its path in the repository. */
type ReadFile = (file: string) => string;

/** The schemas of the environment variables that each process reads. */
export const SETTINGS_BY_PROCESS: Record<ProcessName, z.ZodObject> = {
  api: ApiSettings,
  edge: EdgeSettings,
  ingest: IngestSettings,
  worker: WorkerSettings,
};
const COMPOSE_PATH = "deploy/container/compose.yaml";
const CONTAINERFILE_PATH = "deploy/container/Containerfile";
const EXAMPLE_PATH = "deploy/container/env.example";
const KUBERNETES_FOLDER = "deploy/kubernetes";
const MANUAL_PATH = "docs/operate/README.md";
/** The configurations of servers in front of processes, and of Prometheus. */
const SERVER_CONFIG_PATHS = [
  "deploy/nginx/edge.conf",
  "deploy/caddy/Caddyfile",
  "deploy/prometheus/prometheus.yaml",
];

/** Finds contradictions between files of `deploy/`, the required settings of processes and the manual's table of ports. */
export function agreementFaults(read: ReadFile): string[] {
  const manual = portsInManual(read(MANUAL_PATH));
  return [
    ...environmentFaults(read, manual),
    ...composeFaults(read, manual),
    ...kubernetesFaults(read, manual),
    ...serverFaults(read, manual),
    ...containerfileFaults(read),
  ];
}

type ProcessByPort = ReadonlyMap<string, string>;

/** Reads from the manual which process uses each port. @returns the processes by port. */
function portsInManual(text: string): ProcessByPort {
  const rows = text.split("\n## Ports\n")[1]?.split("\n## ")[0] ?? "";
  const found = new Map<string, string>();
  for (const [, ports = "", owner = ""] of rows.matchAll(/^\| ([\d, ]+)(?: UDP)? \| (\w+)/gm))
    for (const port of ports.split(",")) found.set(port.trim(), owner);
  return found;
}

/** Returns an error for each missing setting without which a process does not start. */
const missingSettings = (file: string, name: ProcessName, given: ReadonlySet<string>): string[] =>
  [...requiredOf(SETTINGS_BY_PROCESS[name])]
    .map(String)
    .filter((setting) => !given.has(setting))
    .map((setting) => `${file}: the ${name} needs ${setting}`);

const portsOf = (settings: Record<string, string>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => (/(^|_)PORT$/.test(name) ? [value] : []));

const portFaults = (
  file: string,
  name: ProcessName,
  settings: Record<string, string>,
  manual: ProcessByPort,
): string[] =>
  portsOf(settings)
    .filter((port) => manual.get(port) !== name)
    .map((port) => `${file}: ${MANUAL_PATH} does not give ${port} to the ${name}`);

const assignmentsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );

function environmentFaults(read: ReadFile, manual: ProcessByPort): string[] {
  const shared = assignmentsIn(read("deploy/env/shared.env"));
  return PROCESS_NAMES.flatMap((name) => {
    const file = `deploy/env/${name}.env`;
    const settings = { ...shared, ...assignmentsIn(read(file)) };
    return [
      ...missingSettings(file, name, new Set(Object.keys(settings))),
      ...portFaults(file, name, settings, manual),
    ];
  });
}

interface ComposeService {
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  depends_on?: string[] | Record<string, unknown>;
  logging?: { options?: Record<string, string> };
}

function composeFaults(read: ReadFile, manual: ProcessByPort): string[] {
  const text = read(COMPOSE_PATH);
  const { services, volumes } = parse(text, { merge: true }) as {
    services: Record<string, ComposeService>;
    volumes: Record<string, unknown>;
  };
  const faults = PROCESS_NAMES.flatMap((name) => {
    const settings = services[name]?.environment ?? {};
    const listening = new Set(portsOf(settings));
    const published = (services[name]?.ports ?? []).map((port) =>
      port.replace(/\/udp$/, "").replace(/^.*:/, ""),
    );
    return [
      ...missingSettings(COMPOSE_PATH, name, new Set(Object.keys(settings))),
      ...portFaults(COMPOSE_PATH, name, settings, manual),
      ...published
        .filter((port) => !listening.has(port))
        .map((port) => `${COMPOSE_PATH}: nothing of the ${name} listens on ${port}`),
    ];
  });
  for (const [name, { depends_on = [], volumes: mounts = [], logging }] of Object.entries(services)) {
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    for (const other of needed)
      if (!services[other]) faults.push(`${COMPOSE_PATH}: ${name} depends on ${other}, which is no service`);
    for (const mount of mounts)
      if (!((mount.split(":")[0] ?? "") in volumes))
        faults.push(`${COMPOSE_PATH}: ${mount} of ${name} is no volume`);
    if (!logging?.options?.["max-size"]) faults.push(`${COMPOSE_PATH}: the log of ${name} grows without end`);
  }
  const example = assignmentsIn(read(EXAMPLE_PATH));
  const wanted = new Set([...text.matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name = ""]) => name));
  return [
    ...faults,
    ...[...wanted].filter((name) => !(name in example)).map((name) => `${EXAMPLE_PATH}: ${name} is missing`),
    ...Object.keys(example)
      .filter((name) => !text.includes(`\${${name}:`))
      .map((name) => `${EXAMPLE_PATH}: ${COMPOSE_PATH} does not use ${name}`),
  ];
}

interface KubernetesManifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: {
    selector?: Record<string, string> & { matchLabels?: Record<string, string> };
    ports?: { name: string; port: number }[];
    template?: {
      metadata: { labels: { app: string }; annotations: Record<string, string> };
      spec: { containers: KubernetesContainer[] };
    };
    rules?: { http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] } }[];
  };
}
type ProbeName = "readinessProbe" | "livenessProbe" | "startupProbe";
interface KubernetesContainer extends Record<ProbeName, { httpGet: { port: number } }> {
  name: ProcessName;
  env: {
    name: string;
    value?: string;
    valueFrom?: { configMapKeyRef?: SecretKeyReference; secretKeyRef?: SecretKeyReference };
  }[];
  ports: { containerPort: number }[];
}
interface SecretKeyReference {
  key: string;
  optional?: boolean;
}

function kubernetesFaults(read: ReadFile, manual: ProcessByPort): string[] {
  const { resources } = parse(read(`${KUBERNETES_FOLDER}/kustomization.yaml`)) as { resources: string[] };
  const manifests = resources.flatMap((resource) =>
    parseAllDocuments(read(`${KUBERNETES_FOLDER}/${resource}`)).map(
      (document) => document.toJS() as KubernetesManifest,
    ),
  );
  const configured = manifests.find(({ kind }) => kind === "ConfigMap")?.data ?? {};
  const [described = ""] = read(`${KUBERNETES_FOLDER}/settings.yaml`).split("apiVersion:");
  const pods = manifests.flatMap(({ spec }) => spec?.template ?? []);
  const services = new Map(
    manifests.filter(({ kind }) => kind === "Service").map((each) => [each.metadata.name, each]),
  );
  return [
    ...pods.flatMap(({ metadata, spec }) =>
      spec.containers.flatMap((container) =>
        containerFaults(container, {
          configured,
          described,
          manual,
          scraped: metadata.annotations["prometheus.io/port"],
        }),
      ),
    ),
    ...manifests.flatMap(({ kind, metadata, spec }) => {
      const app = spec?.selector?.app ?? spec?.selector?.matchLabels?.app;
      const pod = pods.find(({ metadata: { labels } }) => labels.app === app);
      const open = pod?.spec.containers.flatMap(({ ports }) => ports.map((each) => each.containerPort)) ?? [];
      return [
        ...(app !== undefined && !pod
          ? [`${KUBERNETES_FOLDER}: ${kind} ${metadata.name} selects no pod`]
          : []),
        ...(spec?.ports ?? [])
          .filter(({ port }) => !open.includes(port))
          .map(({ port }) => `${KUBERNETES_FOLDER}: nothing behind ${metadata.name} listens on ${port}`),
        ...(spec?.rules ?? [])
          .flatMap(({ http }) => http.paths.map(({ backend }) => backend.service))
          .filter(
            ({ name, port }) => !services.get(name)?.spec?.ports?.some((each) => each.name === port.name),
          )
          .map(({ name, port }) => `${KUBERNETES_FOLDER}: there is no ${port.name} of a service ${name}`),
      ];
    }),
    ...addressesIn(manifests)
      .filter(({ host, port }) => !services.get(host)?.spec?.ports?.some((each) => `${each.port}` === port))
      .map(({ host, port }) => `${KUBERNETES_FOLDER}: there is no service ${host} with port ${port}`),
  ];
}

function containerFaults(
  { name, env, ports, ...probes }: KubernetesContainer,
  given: {
    configured: Record<string, string>;
    described: string;
    manual: ProcessByPort;
    scraped: string | undefined;
  },
): string[] {
  const settings = Object.fromEntries(env.flatMap((each) => (each.value ? [[each.name, each.value]] : [])));
  const file = `${KUBERNETES_FOLDER}/${name}.yaml`;
  const open = ports.map(({ containerPort }) => `${containerPort}`);
  const internal = settings.INTERNAL_PORT ?? settings.PORT;
  return [
    ...missingSettings(file, name, new Set(env.map((each) => each.name))),
    ...portFaults(file, name, settings, given.manual),
    ...portsOf(settings)
      .filter((port) => !open.includes(port))
      .map((port) => `${file}: ${port} is not among the container's ports`),
    ...open
      .filter((port) => !portsOf(settings).includes(port))
      .map((port) => `${file}: nothing listens on ${port}`),
    ...(["readinessProbe", "livenessProbe", "startupProbe"] as const)
      .filter((probe) => `${probes[probe].httpGet.port}` !== internal)
      .map((probe) => `${file}: the ${probe} does not go to ${internal}`),
    ...(given.scraped === internal ? [] : [`${file}: Prometheus is led to ${given.scraped}`]),
    ...env.flatMap(({ valueFrom }) => {
      const [own, secret] = [valueFrom?.configMapKeyRef?.key, valueFrom?.secretKeyRef?.key];
      const isOptional = valueFrom?.configMapKeyRef?.optional ?? false;
      if (own !== undefined && !isOptional && !(own in given.configured))
        return [`${file}: no ${own} in the ConfigMap`];
      if (secret !== undefined && !new RegExp(`\\b${secret}\\b`).test(given.described))
        return [`${KUBERNETES_FOLDER}/settings.yaml does not describe ${secret} of the Secret`];
      return [];
    }),
  ];
}

/** Finds the addresses at which processes reach each other inside the cluster. */
function addressesIn(manifests: readonly KubernetesManifest[]): { host: string; port: string }[] {
  const texts = manifests.map((manifest) => JSON.stringify(manifest));
  return texts.flatMap((text) =>
    [...text.matchAll(/"http:\/\/([a-z]+):(\d+)"/g)].map(([, host = "", port = ""]) => ({ host, port })),
  );
}

/** Returns an error for each port in the configurations of servers in `deploy/` that the manual does not list. */
const serverFaults = (read: ReadFile, manual: ProcessByPort): string[] =>
  SERVER_CONFIG_PATHS.flatMap((file) =>
    [...read(file).matchAll(/\b(?:127\.0\.0\.1|localhost):(\d+)/g)]
      .map(([, port = ""]) => port)
      .filter((port) => !manual.has(port))
      .map((port) => `${file}: ${MANUAL_PATH} does not name ${port}`),
  );

/** Finds the Debian packages that `npm start` installs if they are missing, which is not possible in an image. */
const packagesNeededIn = (setup: string): string[] =>
  [...(/\bstart: \[(.*?)\n {2}\]/s.exec(setup)?.[1] ?? "").matchAll(/\["[\w-]+", "([\w-]+)"\]/g)].map(
    ([, name = ""]) => name,
  );

function containerfileFaults(read: ReadFile): string[] {
  const text = read(CONTAINERFILE_PATH).replaceAll("\\\n", " ");
  const stages = [...text.matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, name]) => name);
  const base = /^FROM \S+ AS base\nRUN (.*)$/m.exec(text)?.[1] ?? "";
  const needed = packagesNeededIn(read("scripts/setup.mjs"));
  return [
    ...(needed.length === 0 ? ["scripts/setup.mjs: no packages of start are found"] : []),
    ...needed
      .filter((name) => !base.split(/\s+/).includes(name))
      .map((name) => `${CONTAINERFILE_PATH}: ${name} is not installed`),
    ...[...text.matchAll(/--from=(\w+)/g)]
      .filter(([, name]) => !stages.includes(name))
      .map(([, name]) => `${CONTAINERFILE_PATH}: there is no stage ${name}`),
    ...(/^USER (?!root\b)\S+$/m.test(text) ? [] : [`${CONTAINERFILE_PATH}: processes run as root`]),
  ];
}
