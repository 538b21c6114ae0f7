import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Deployment, StatefulSet } from "kubernetes-models/apps/v1";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Namespace, Service } from "kubernetes-models/v1";
import { parse, parseAllDocuments } from "yaml";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { PROCESS_NAMES, type ProcessName } from "../monitoring/metrics.ts";
import { monitoringFaults } from "../monitoring/monitoring.ts";
import { agreementFaults, SETTINGS_BY_PROCESS } from "./deployment-agreement.ts";

const settingsOf = (name: ProcessName) => Object.keys(SETTINGS_BY_PROCESS[name].shape);

/**
 * Returns the errors in `deploy/`: unknown settings and programs, manifests that violate their schemas, metrics that do not exist, and
 * files that contradict one another.
 */
export function checkDeployment(): string | undefined {
  const faults = [
    ...environmentFaults(),
    ...unitFaults(),
    ...composeFaults(),
    ...kubernetesFaults(),
    ...agreementFaults(readText),
    ...monitoringFaults(),
  ];
  return faults.length === 0 ? undefined : faults.join("\n");
}

const readText = (file: string): string => readFileSync(join(REPOSITORY_ROOT, file), "utf8");

function unknownSettings(file: string, name: ProcessName | undefined, settings: Iterable<string>): string[] {
  const known = new Set(name ? settingsOf(name) : PROCESS_NAMES.flatMap(settingsOf));
  return [...settings]
    .filter((setting) => !known.has(setting))
    .map((setting) => `${file}: ${setting} is no setting of ${name ?? "any process"}`);
}

const programFaults = (file: string, program: string | undefined): string[] =>
  program !== undefined && existsSync(join(REPOSITORY_ROOT, program))
    ? []
    : [`${file}: ${program} is no program`];

/** Finds the settings in a string, including those that are commented out. */
export const settingsIn = (text: string): string[] =>
  [...text.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = ""]) => name);

const environmentFaults = (): string[] =>
  readdirSync(join(REPOSITORY_ROOT, "deploy/env")).flatMap((entry) => {
    const file = `deploy/env/${entry}`;
    return unknownSettings(
      file,
      PROCESS_NAMES.find((name) => entry === `${name}.env`),
      settingsIn(readText(file)),
    );
  });

const unitFaults = (): string[] =>
  readdirSync(join(REPOSITORY_ROOT, "deploy/systemd"))
    .filter((entry) => entry.endsWith(".service"))
    .flatMap((entry) => {
      const file = `deploy/systemd/${entry}`;
      const text = readText(file);
      return [
        ...programFaults(file, /^ExecStart=\S+ (\S+)$/m.exec(text)?.[1]),
        ...[...text.matchAll(/^EnvironmentFile=\/etc\/shoal\/(\S+)$/gm)]
          .map(([, name]) => `deploy/env/${name}`)
          .filter((each) => !existsSync(join(REPOSITORY_ROOT, each)))
          .map((each) => `${file}: there is no ${each}`),
      ];
    });

interface ComposeFile {
  services: Record<string, { command?: string[]; environment?: Record<string, string>; depends_on?: object }>;
}

function composeFaults(): string[] {
  const file = "deploy/container/compose.yaml";
  const { services } = parse(readText(file), { merge: true }) as ComposeFile;
  return PROCESS_NAMES.flatMap((name) => {
    const service = services[name];
    if (!service) return [`${file}: the ${name} is missing`];
    return [
      ...programFaults(file, service.command?.[0]),
      ...unknownSettings(file, name, Object.keys(service.environment ?? {})),
    ];
  });
}

interface ValidatedManifest {
  /** Validates a manifest. @throws Error for anything that its schema does not allow. */
  validate(): void;
}
const MODELS_BY_KIND: Readonly<Record<string, new (data: never) => ValidatedManifest>> = {
  ConfigMap,
  Deployment,
  Ingress,
  Namespace,
  PodDisruptionBudget,
  Service,
  StatefulSet,
};

interface KubernetesManifest {
  kind: string;
  data?: object;
  spec?: { template?: { spec: { containers: KubernetesContainer[] } } };
}
interface KubernetesContainer {
  name: ProcessName;
  args: string[];
  env: { name: string }[];
}

function kubernetesFaults(): string[] {
  const folder = "deploy/kubernetes";
  const { resources } = parse(readText(`${folder}/kustomization.yaml`)) as { resources: string[] };
  return resources.flatMap((resource) => {
    const file = `${folder}/${resource}`;
    return parseAllDocuments(readText(file)).flatMap((document) => manifestFaults(file, document.toJS()));
  });
}

function manifestFaults(file: string, manifest: KubernetesManifest): string[] {
  const containers = manifest.spec?.template?.spec.containers ?? [];
  return [
    ...schemaFaults(file, manifest),
    ...unknownSettings(
      file,
      undefined,
      manifest.kind === "ConfigMap" ? Object.keys(manifest.data ?? {}) : [],
    ),
    ...containers.flatMap(({ name, args, env }) => [
      ...programFaults(file, args[0]),
      ...unknownSettings(
        file,
        name,
        env.map((each) => each.name),
      ),
    ]),
  ];
}

function schemaFaults(file: string, manifest: KubernetesManifest): string[] {
  const Kind = MODELS_BY_KIND[manifest.kind];
  if (!Kind) return [`${file}: ${manifest.kind} has no schema here`];
  try {
    new Kind(manifest as never).validate();
    return [];
  } catch (error) {
    return [`${file}, ${manifest.kind}: ${String(error)}`];
  }
}
