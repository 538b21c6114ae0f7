import { Box, Button, TextInput, type TextInputProps } from "@mantine/core";
import { AppError } from "@shoal/contract";
import { IconSparkles } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

/** Holds the free username that the server suggests when the entered username is taken. */
export function useUsernameSuggestion() {
  const [suggestion, setSuggestion] = useState<string>();
  /** Stores the suggested username. The form shows the error itself. */
  const handleRefusal = (error: unknown): boolean => {
    const isTaken = error instanceof AppError && error.code === "username_taken";
    setSuggestion(isTaken ? error.suggestion : undefined);
    return false;
  };
  return { suggestion, handleRefusal, clear: () => setSuggestion(undefined) };
}

interface UsernameFieldProps extends TextInputProps {
  suggestion: string | undefined;
  onAccept: (username: string) => void;
}

/** Edits the username, with a button that adopts the free username suggested by the server (§8). */
export function UsernameField({ suggestion, onAccept, ...input }: UsernameFieldProps) {
  const { t } = useTranslation();
  return (
    <Box miw={0}>
      <TextInput
        label={t("users.username")}
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        required
        {...input}
      />
      {suggestion && (
        <Button
          size="compact-sm"
          variant="light"
          maw="100%"
          mt="xs"
          leftSection={<IconSparkles size={14} />}
          onClick={() => onAccept(suggestion)}
        >
          {t("users.take", { suggestion })}
        </Button>
      )}
    </Box>
  );
}
