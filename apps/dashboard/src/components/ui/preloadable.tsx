import { type ComponentType, lazy, type ReactNode, useState } from "react";

type LoadedModule<Props> = { default: ComponentType<Props> };

/** A component whose code is loaded separately and can be requested in advance. */
export interface Preloadable<Props> {
  (props: Props): ReactNode;
  /** Loads the code before the component is needed. */
  prepare: () => Promise<unknown>;
}

/**
 * Creates a component that behaves like React's `lazy` within a `Suspense`, but renders immediately if its code is already loaded. `lazy`
 * would still show the placeholder, after which React delays the content by 300 ms.
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
    // Keeps the component that was rendered first: changing it would remount the content.
    const [Shown] = useState<ComponentType<Props>>(() => Ready ?? Later);
    return <Shown {...props} />;
  }
  return Object.assign(Either, { prepare });
}
