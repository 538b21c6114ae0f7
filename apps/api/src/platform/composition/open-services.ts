import type { ModuleDeclaration } from "./define-module.ts";
import type { Need, Part, Provision, ResolveNeed } from "./need.ts";

export interface OpenServices {
  resolve: ResolveNeed;
  /** Closes the services, each before its dependencies. */
  close(): Promise<void>;
}

/**
 * Opens the services of modules, each after its dependencies.
 * @throws Error, before anything is opened, for missing, duplicate or circular dependencies.
 */
export async function openServices(modules: readonly ModuleDeclaration[]): Promise<OpenServices> {
  const open = new Map<Need<unknown>, unknown>();
  const ends: (() => unknown)[] = [];
  const resolve = <T>(wanted: Need<T>): T => {
    const { laterOf } = wanted;
    return (laterOf ? () => open.get(laterOf) : open.get(wanted)) as T;
  };
  for (const { provides, part, endOf } of orderServices(modules)) {
    const service = await part.make(resolve);
    open.set(provides, service);
    const end = endOf(service);
    if (end) ends.push(end);
  }
  return {
    resolve,
    async close() {
      for (const end of ends.toReversed()) await end();
    },
  };
}

/**
 * Orders the services of all modules, each after its dependencies.
 * @throws the same errors as `openServices`.
 */
export function orderServices(modules: readonly ModuleDeclaration[]): Provision[] {
  assertNamedOnce(modules);
  const providers = findProviders(modules);
  assertAllProvided(modules, providers);
  const ordered = new Set<Provision>();
  const visit = (provision: Provision, path: readonly Provision[]): void => {
    if (ordered.has(provision)) return;
    if (path.includes(provision)) throw circularError([...path.slice(path.indexOf(provision)), provision]);
    for (const wanted of provision.part.needs) {
      const provider = wanted.laterOf ? undefined : providers.get(wanted)?.provision;
      if (provider) visit(provider, [...path, provision]);
    }
    ordered.add(provision);
  };
  for (const { provision } of providers.values()) visit(provision, []);
  return [...ordered];
}

type ProviderByNeed = Map<Need<unknown>, { provision: Provision; module: string }>;

function assertNamedOnce(modules: readonly ModuleDeclaration[]): void {
  const names = new Set<string>();
  for (const { name } of modules) {
    if (names.has(name)) throw new Error(`Two modules are called "${name}"`);
    names.add(name);
  }
}

function findProviders(modules: readonly ModuleDeclaration[]): ProviderByNeed {
  const providers: ProviderByNeed = new Map();
  const byName = new Map<string, string>();
  for (const { name: module, services = [] } of modules)
    for (const provision of services) {
      const { name } = provision.provides;
      const other = byName.get(name);
      if (other !== undefined) throw doublyProvided(name, other, module);
      byName.set(name, module);
      providers.set(provision.provides, { provision, module });
    }
  return providers;
}

function doublyProvided(name: string, one: string, other: string): Error {
  return one === other
    ? new Error(`The module "${one}" provides "${name}" twice`)
    : new Error(`"${name}" is provided twice: by the modules "${one}" and "${other}"`);
}

function assertAllProvided(modules: readonly ModuleDeclaration[], providers: ProviderByNeed): void {
  for (const module of modules)
    for (const { needs } of partsOf(module))
      for (const wanted of needs) {
        const { name } = wanted;
        if (!providers.has(wanted.laterOf ?? wanted))
          throw new Error(`The module "${module.name}" needs "${name}", which no module provides`);
      }
}

function partsOf(module: ModuleDeclaration): Pick<Part<[], unknown>, "needs">[] {
  const { hooks, routes, internalRoutes, jobResults, schedules, background, metrics, notes } = module;
  const single = [hooks, routes, internalRoutes, jobResults?.part, schedules, background, metrics, notes];
  return [
    ...(module.services ?? []).map(({ part }) => part),
    ...(module.tasks ?? []).map(({ part }) => part),
    ...single.filter((part) => part !== undefined),
  ];
}

const circularError = (provisions: readonly Provision[]): Error =>
  new Error(`Services wait for one another: ${provisions.map(({ provides }) => provides.name).join(" → ")}`);
