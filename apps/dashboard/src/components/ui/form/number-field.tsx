import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** The point of numeric keypads is accepted as well as the decimal comma. */
const FRENCH_SEPARATORS = { decimalSeparator: ",", allowedDecimalSeparators: [",", "."] };

/** A field for numbers, with the decimal separator of the interface's language. */
export function NumberField(props: NumberInputProps) {
  const { i18n } = useTranslation();
  return <NumberInput {...(i18n.language === "fr" ? FRENCH_SEPARATORS : {})} {...props} />;
}
