import { type ComponentType, lazy, type ReactNode, useState } from "react";

type Loaded<Props> = { default: ComponentType<Props> };

/** A component whose program is fetched by itself. */
export interface Prepared<Props> {
  (props: Props): ReactNode;
  /** Fetches the program before it is wanted. */
  prepare: () => Promise<unknown>;
}

/**
 * Like React's `lazy`, below a `Suspense`; but once its program is there, it is drawn at once: `lazy` shows the placeholder all the same, and
 * React holds back for 300 ms what comes after a placeholder.
 */
export function prepared<Props extends object>(load: () => Promise<Loaded<Props>>): Prepared<Props> {
  let Ready: ComponentType<Props> | undefined;
  const prepare = async () => {
    const loaded = await load();
    Ready ??= loaded.default;
    return { default: Ready };
  };
  const Later = lazy(prepare) as unknown as ComponentType<Props>;
  function Either(props: Props) {
    // The same one for as long as it is shown.
    const [Shown] = useState<ComponentType<Props>>(() => Ready ?? Later);
    return <Shown {...props} />;
  }
  return Object.assign(Either, { prepare });
}
