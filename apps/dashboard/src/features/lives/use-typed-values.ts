import type { UseFormReturnType } from "@mantine/form";
import { type RefObject, useEffect, useLayoutEffect } from "react";
import type { LiveValues } from "./live-values.ts";

/** The values typed in the form of a new live. The forms for other origins start with these values. */
export type TypedValues = RefObject<{ first: LiveValues; values: LiveValues } | undefined>;

/**
 * Returns the values typed for another origin, and keeps them up to date.
 * @param first the values of the first form, or of the last reset, so that only values typed since then count as changed.
 */
export function useTypedValues(
  { getValues, setValues }: UseFormReturnType<LiveValues>,
  typed: TypedValues | undefined,
  first: LiveValues,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the form is first painted
  useLayoutEffect(() => {
    if (typed?.current) setValues(typed.current.values);
  }, []);
  useEffect(() => {
    if (typed) typed.current = { first, values: getValues() };
  });
}
