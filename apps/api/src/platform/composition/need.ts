/**
 * A dependency that one module provides and others need, with its type. Declared by the provider or, if the provider is in an
 * upper wing, by the module that needs it.
 */
export interface Need<out T> {
  /** The name used in error messages. */
  readonly name: string;
  /** Set only by `resolveLater`: the need that is resolved at the first call. */
  readonly laterOf?: Need<unknown>;
  /** Carries the type at compile time; never set. */
  readonly type?: () => T;
}

/** @example export const LABELS_SERVICE = need<LabelsService>("labels"); */
export const need = <T>(name: string): Need<T> => ({ name });

/**
 * Returns a need as a function to be called once everything is open, for two services that depend on each other.
 * @example provide(REALTIME, { findViewer: resolveLater(FIND_VIEWER) }, …)
 */
export const resolveLater = <T>(of: Need<T>): Need<() => T> => ({ name: of.name, laterOf: of });

/** Needs, by the property names under which they are passed. */
export type Needs = Readonly<Record<string, Need<unknown>>>;
export type MetNeeds<N extends Needs> = { [K in keyof N]: N[K] extends Need<infer T> ? T : never };

/** Returns what a module provides for a need. */
export type ResolveNeed = <T>(need: Need<T>) => T;

/** A part of the api that is built from needs, and from what the composition passes to all parts of its kind. */
export interface Part<Given extends unknown[], Made> {
  needs: readonly Need<unknown>[];
  make(resolve: ResolveNeed, ...given: Given): Made;
}

/** @example routes: using({ labels: LABELS_SERVICE }, ({ labels }, app, guardFor) => registerLabelRoutes(app, guardFor, labels)) */
export function using<N extends Needs, Given extends unknown[], Made>(
  needs: N,
  make: (met: MetNeeds<N>, ...given: Given) => Made,
): Part<Given, Made> {
  return {
    needs: Object.values(needs),
    make(resolve, ...given) {
      const met = Object.entries(needs).map(([key, wanted]) => [key, resolve(wanted)]);
      return make(Object.fromEntries(met) as MetNeeds<N>, ...given);
    },
  };
}

/** A service: its name, its dependencies, and how to shut it down. */
export interface Provision {
  provides: Need<unknown>;
  part: Part<[], unknown>;
  /** Shuts the service down, if necessary. */
  endOf(service: unknown): (() => unknown) | undefined;
}

/**
 * @param end called on shutdown, after everything that needs the service.
 * @example provide(LABELS_SERVICE, { db: DB, realtime: REALTIME }, createLabelsService)
 */
export function provide<T, N extends Needs>(
  provides: Need<T>,
  needs: N,
  create: (met: MetNeeds<N>) => NoInfer<T> | Promise<NoInfer<T>>,
  end?: (service: NoInfer<T>) => unknown,
): Provision {
  return {
    provides,
    part: using(needs, create),
    endOf: (service) => end && (() => end(service as T)),
  };
}
