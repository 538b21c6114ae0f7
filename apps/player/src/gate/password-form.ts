import { el } from "../skin/dom.ts";
import { icon } from "../skin/icons.ts";
import "./gate.css";
import type { GateContext, PasswordForm, PasswordRefusal } from "./gate.types.ts";

const INPUT_ID = "gate-password";
const ERROR_ID = "gate-error";

interface Parts {
  element: HTMLElement;
  form: HTMLFormElement;
  input: HTMLInputElement;
  button: HTMLButtonElement;
  error: HTMLElement;
}

/** Creates the form for a video's password. */
export function createPasswordForm(context: GateContext, submit: (password: string) => void): PasswordForm {
  const { texts } = context;
  const { element, form, input, button, error } = build(context);
  const setBusy = (isBusy: boolean) => {
    button.disabled = isBusy;
    input.readOnly = isBusy;
    form.setAttribute("aria-busy", String(isBusy));
  };
  const showMessage = (text: string) => {
    error.textContent = text;
    input.setAttribute("aria-invalid", String(text !== ""));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (button.disabled) return;
    if (input.value === "") {
      showMessage(texts.passwordMissing);
      input.focus();
      return;
    }
    showMessage("");
    setBusy(true);
    submit(input.value);
  });
  const refusals: Record<PasswordRefusal, string> = {
    wrong: texts.passwordWrong,
    tooManyTries: texts.passwordTooManyTries,
    network: texts.passwordNetwork,
  };
  return {
    type: "password",
    element,
    refuse(reason) {
      setBusy(false);
      showMessage(refusals[reason]);
      input.focus();
      input.select();
    },
    focus: () => input.focus(),
    close: () => element.remove(),
  };
}

function build({ texts, preview }: GateContext): Parts {
  const input = el("input", {
    type: "password",
    id: INPUT_ID,
    class: "gate-input",
    maxlength: "128",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": ERROR_ID,
  });
  const label = el("label", { for: INPUT_ID, class: "gate-label", text: texts.password });
  const button = el("button", { type: "submit", class: "gate-button", text: texts.watch });
  const error = el("p", { id: ERROR_ID, class: "gate-error", role: "alert" });
  const form = el("form", { class: "gate-form", novalidate: "" }, [
    label,
    el("div", { class: "gate-row" }, [input, createReveal(texts, input), button]),
    error,
  ]);
  const element = el("section", { class: "gate", "aria-label": texts.passwordTitle }, [
    el("div", { class: "gate-icon" }, [icon("lock")]),
    el("h1", { text: preview.title || texts.passwordTitle }),
    el("p", { class: "gate-note", text: texts.passwordText }),
    form,
  ]);
  return { element, form, input, button, error };
}

function createReveal(texts: GateContext["texts"], input: HTMLInputElement): HTMLButtonElement {
  const button = el("button", { type: "button", class: "gate-reveal", "aria-pressed": "false" });
  button.setAttribute("aria-label", texts.showPassword);
  button.append(icon("eye"));
  button.addEventListener("click", () => {
    const isShown = input.type === "password";
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
    input.focus();
  });
  return button;
}
