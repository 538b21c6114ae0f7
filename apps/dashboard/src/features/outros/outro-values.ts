import {
  AppError,
  isSafeLink,
  type OutroInput,
  type OutroView,
  type PictureView,
  type ShownOutro,
} from "@shoal/contract";
import i18next from "i18next";

/** The values of the form for an outro. */
export type OutroValues = {
  title: string;
  description: string;
  buttonText: string;
  buttonUrl: string;
  subtextText: string;
  subtextUrl: string;
  image: string | null;
  backgroundImage: string | null;
};

export const NEW_OUTRO: OutroValues = {
  title: "",
  description: "",
  buttonText: "",
  buttonUrl: "",
  subtextText: "",
  subtextUrl: "",
  image: null,
  backgroundImage: null,
};

export const valuesOfOutro = (outro: OutroView): OutroValues => ({
  title: outro.title,
  description: outro.description,
  buttonText: outro.button?.text ?? "",
  buttonUrl: outro.button?.url ?? "",
  subtextText: outro.subtext?.text ?? "",
  subtextUrl: outro.subtext?.url ?? "",
  image: outro.image?.id ?? null,
  backgroundImage: outro.backgroundImage?.id ?? null,
});

/** Returns the body of the call. A button without text and link counts as no button. */
export function requestBodyOf(values: OutroValues): OutroInput {
  const { title, description, image, backgroundImage } = values;
  const { button, subtext } = linksOf(values);
  return { title, description, button, subtext, image, backgroundImage };
}

const linksOf = ({ buttonText, buttonUrl, subtextText, subtextUrl }: OutroValues) => ({
  button: buttonText.trim() ? { text: buttonText.trim(), url: buttonUrl.trim() } : null,
  subtext: subtextText.trim() ? { text: subtextText.trim(), url: subtextUrl.trim() || null } : null,
});

/** Converts the entered values to the outro that viewers would see. */
export function previewOf(
  values: OutroValues,
  image: PictureView | null,
  backgroundImage: PictureView | null,
): ShownOutro {
  return {
    title: values.title,
    description: values.description.trim(),
    ...linksOf(values),
    image: image?.source ?? null,
    backgroundImage: backgroundImage?.source ?? null,
  };
}

/** Finds the errors in the form, with a message for each invalid field. */
export function findOutroFaults(values: OutroValues): Partial<Record<keyof OutroValues, string | false>> {
  const { t } = i18next;
  const has = (name: keyof OutroValues) => values[name]?.trim() !== "";
  const urlFault = (name: "buttonUrl" | "subtextUrl") =>
    has(name) && !isSafeLink(values[name].trim()) && t("outros.urlFault");
  return {
    title: !has("title") && t("outros.headingFault"),
    buttonText: has("buttonUrl") && !has("buttonText") && t("outros.buttonTextFault"),
    buttonUrl: has("buttonText") && !has("buttonUrl") ? t("outros.buttonUrlFault") : urlFault("buttonUrl"),
    subtextText: has("subtextUrl") && !has("subtextText") && t("outros.subtextTextFault"),
    subtextUrl: urlFault("subtextUrl"),
  };
}

const FORM_FIELD_NAMES: Record<string, keyof OutroValues> = {
  "button.text": "buttonText",
  "button.url": "buttonUrl",
  "subtext.text": "subtextText",
  "subtext.url": "subtextUrl",
};

/** Rethrows an error of the API with the field names of the form. @throws AppError */
export async function withFormFields<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const fields = error.fields.map(({ path, reason }) => ({ path: FORM_FIELD_NAMES[path] ?? path, reason }));
    throw new AppError(error.code, error.message, fields, error.suggestion);
  });
}

/** Adds the scheme to a URL, because most people omit it. @example completeUrl("example.org") // "https://example.org" */
export function completeUrl(text: string): string {
  const url = text.trim();
  return /^[\w-]+(\.[\w-]+)+([/?#:].*)?$/.test(url) ? `https://${url}` : url;
}
