import { useState } from "react";
import { flushSync } from "react-dom";
import { useReportUnsaved } from "./unsaved.ts";
import {
  type AppForm,
  type AppFormOptions,
  type FormValues,
  useUnguardedForm,
} from "./use-unguarded-form.ts";

/** Returns a form like `useUnguardedForm`. The page, window, dialog or drawer around it asks before the entered values are lost. */
export function useAppForm<V extends FormValues, R>(options: AppFormOptions<V, R>): AppForm<V> {
  const [sent, setSent] = useState<V>();
  const app = useUnguardedForm<V, R>({
    ...options,
    onSent(result, values) {
      // `onSent` may leave the page, which must have no unsaved changes by that time.
      flushSync(() => setSent(values));
      return options.onSent(result, values);
    },
  });
  // Every change creates a new values object, so comparing identity is enough to detect one.
  useReportUnsaved(app.form.isDirty() && app.form.getValues() !== sent);
  return app;
}
