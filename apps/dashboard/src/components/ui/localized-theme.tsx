import { createTheme, MantineThemeProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

const ENGLISH_THEME = createTheme({});
/** Number fields show a decimal comma; the point of numeric keypads is accepted as well. */
const FRENCH_THEME = createTheme({
  components: {
    NumberInput: { defaultProps: { decimalSeparator: ",", allowedDecimalSeparators: [",", "."] } },
  },
});

/** Adapts all fields inside to the language of the interface. */
export function LocalizedTheme({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  return (
    <MantineThemeProvider theme={i18n.language === "fr" ? FRENCH_THEME : ENGLISH_THEME}>
      {children}
    </MantineThemeProvider>
  );
}
