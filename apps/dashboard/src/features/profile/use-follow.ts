import type { UseFormReturnType } from "@mantine/form";
import { useEffect, useRef } from "react";

/** Takes over what the server says meanwhile, as long as nothing was typed; `onFollowed` hears of it. */
export function useFollow<V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  values: V,
  onFollowed?: () => void,
): void {
  const text = JSON.stringify(values);
  const followed = useRef(text);
  useEffect(() => {
    if (followed.current === text || form.isDirty()) return;
    followed.current = text;
    form.setValues(values);
    form.resetDirty(values);
    onFollowed?.();
  });
}
