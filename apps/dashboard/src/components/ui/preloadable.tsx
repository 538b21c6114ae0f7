import { type ComponentType, lazy, type ReactNode, useState } from "react";

type LoadedModule<Props> = { default: ComponentType<Props> };

/** A component whose code is loaded separately and can be requested in advance. */
export interface Preloadable<Props> {
  (props: Props): ReactNode;
  /** Loads the code before the component is needed. */
  prepare: () => Promise<unknown>;
}

/**
 * Creates a component that behaves like React's `lazy` within a `Suspense`, but renders at once if its code is already
 * loaded: `lazy` shows the placeholder anyway, and React delays the content after a placeholder by 300 ms.
 */
export function createPreloadable<Props extends object>(
  load: () => Promise<LoadedModule<Props>>,
): Preloadable<Props> {
  let Ready: ComponentType<Props> | undefined;
  const prepare = async () => {
    const loaded = await load();
    Ready ??= loaded.default;
    return { default: Ready };
  };
  const Later = lazy(prepare) as unknown as ComponentType<Props>;
  function Either(props: Props) {
    // The component must not change while it is mounted.
    const [Shown] = useState<ComponentType<Props>>(() => Ready ?? Later);
    return <Shown {...props} />;
  }
  return Object.assign(Either, { prepare });
}
