import { type UseFormReturnType, useForm } from "@mantine/form";
import { AppError } from "@shoal/contract";
import i18next from "i18next";
import { type SyntheticEvent, useState } from "react";
import { errorText } from "../../../lib/error-text.ts";
import { type FieldFault, sortFaults } from "../../../lib/form-faults.ts";

export type FormValues = Record<string, unknown>;
type FieldFaults<V> = Partial<Record<keyof V, string | null | undefined | false>>;

export interface AppFormOptions<V extends FormValues, R> {
  /** The id that distinguishes several instances of the form on one page. */
  name?: string;
  initialValues: V;
  /** Validates on the page: returns a message for each invalid field. */
  validate?: (values: V) => FieldFaults<V>;
  send: (values: V) => Promise<R>;
  onSent: (result: R, values: V) => unknown;
  /** Handles an error that belongs to no field, for example an error that leads to another step. @returns whether it was handled. */
  onRefused?: (error: unknown) => boolean;
}

export interface AppForm<V extends FormValues> {
  form: UseFormReturnType<V>;
  /** An error that belongs to no field; undefined if there is none. */
  fault: string | undefined;
  isSending: boolean;
  handleSubmit: (event?: SyntheticEvent<HTMLFormElement>) => void;
}

/**
 * Returns a form that shows all errors, the page's own and the server's, at their fields at the same time, and focuses the first one.
 * Fields use `form.getInputProps(name)` and are named like the fields of the call's body; other errors are shown by FormFault. It does not
 * report unsaved values: use it for signing in, for forms that report them under a separate condition, and for forms that save nothing. All
 * others use `useAppForm`.
 */
export function useUnguardedForm<V extends FormValues, R>(options: AppFormOptions<V, R>): AppForm<V> {
  const { name, initialValues, validate, send, onSent, onRefused } = options;
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const form = useForm<V>({
    ...(name === undefined ? {} : { name }),
    initialValues,
    validateInputOnBlur: false,
    clearInputErrorOnChange: true,
    ...(validate ? { validate: (values: V) => withoutEmptyFaults(validate(values)) } : {}),
  });
  const names = Object.keys(initialValues);
  const focusFirst = (faulty: Record<string, unknown>) => {
    const first = names.find((name) => faulty[name]);
    // Waits for the error to be rendered, because the field can be focused only afterwards.
    if (first) requestAnimationFrame(() => form.getInputNode(first)?.focus());
  };
  function showRefusal(error: unknown): void {
    if (onRefused?.(error)) return;
    const { fields, isWhole } =
      error instanceof AppError ? sortFaults(error, names) : { fields: [], isWhole: true };
    const texts = Object.fromEntries(fields.map((field) => [field.field, faultText(field, error)]));
    form.setErrors(texts as typeof form.errors);
    setFault(isWhole ? errorText(error) : undefined);
    focusFirst(texts);
  }
  async function submit(values: V): Promise<void> {
    setFault(undefined);
    setSending(true);
    try {
      await onSent(await send(values), values);
    } catch (error) {
      showRefusal(error);
    } finally {
      setSending(false);
    }
  }
  const handleSubmit = form.onSubmit((values) => void submit(values), focusFirst);
  return { form, fault, isSending, handleSubmit };
}

const withoutEmptyFaults = <V>(faults: FieldFaults<V>) =>
  Object.fromEntries(Object.entries(faults).filter(([, text]) => text)) as Record<string, string>;

/** The error codes for errors in single fields. */
const FIELD_CODES: ReadonlySet<string> = new Set(["bad_request", "import_source_refused"]);

/** Returns the text of an error in the reader's language; errors that only the server detects contain their own text. */
function faultText({ code, reason }: FieldFault, error: unknown): string {
  const { t } = i18next;
  const suggestion = error instanceof AppError ? error.suggestion : undefined;
  if (code === "username_taken" && suggestion) return t("errors.usernameSuggestion", { suggestion });
  if (code === "password_too_weak" && reason === "differs") return t("errors.password_mismatch");
  if (code === "password_too_weak" && reason === "too_common") return t("errors.password_too_common");
  return FIELD_CODES.has(code) ? t("errors.field", { reason }) : t(`errors.${code}`);
}
