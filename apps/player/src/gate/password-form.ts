import { createHtmlElement } from "../skin/dom.ts";
import { createIcon } from "../skin/icons.ts";
import "./gate.css";
import type { GateContext, PasswordForm, PasswordRefusal } from "./gate.types.ts";

const INPUT_ID = "gate-password";
const ERROR_ID = "gate-error";

interface FormParts {
  element: HTMLElement;
  form: HTMLFormElement;
  input: HTMLInputElement;
  button: HTMLButtonElement;
  error: HTMLElement;
}

/** Creates the form for a video's password. */
export function createPasswordForm(context: GateContext, submit: (password: string) => void): PasswordForm {
  const { texts } = context;
  const { element, form, input, button, error } = buildForm(context);
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

function buildForm({ texts, preview }: GateContext): FormParts {
  const input = createHtmlElement("input", {
    type: "password",
    id: INPUT_ID,
    class: "gate-input",
    maxlength: "128",
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": ERROR_ID,
  });
  const label = createHtmlElement("label", { for: INPUT_ID, class: "gate-label", text: texts.password });
  const button = createHtmlElement("button", { type: "submit", class: "gate-button", text: texts.watch });
  const error = createHtmlElement("p", { id: ERROR_ID, class: "gate-error", role: "alert" });
  const form = createHtmlElement("form", { class: "gate-form", novalidate: "" }, [
    label,
    createHtmlElement("div", { class: "gate-row" }, [input, createRevealButton(texts, input), button]),
    error,
  ]);
  const element = createHtmlElement("section", { class: "gate", "aria-label": texts.passwordTitle }, [
    createHtmlElement("div", { class: "gate-icon" }, [createIcon("lock")]),
    createHtmlElement("h1", { text: preview.title || texts.passwordTitle }),
    createHtmlElement("p", { class: "gate-note", text: texts.passwordText }),
    form,
  ]);
  return { element, form, input, button, error };
}

function createRevealButton(texts: GateContext["texts"], input: HTMLInputElement): HTMLButtonElement {
  const button = createHtmlElement("button", {
    type: "button",
    class: "gate-reveal",
    "aria-pressed": "false",
  });
  button.setAttribute("aria-label", texts.showPassword);
  button.append(createIcon("eye"));
  button.addEventListener("click", () => {
    const isShown = input.type === "password";
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
    input.focus();
  });
  return button;
}
