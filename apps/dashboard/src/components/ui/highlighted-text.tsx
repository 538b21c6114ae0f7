import { Box } from "@mantine/core";
import { splitAtMatches } from "../../lib/search-words.ts";

/** Shows text with the search words highlighted. */
export function HighlightedText({ text, search }: { text: string; search: string }) {
  let at = 0;
  return splitAtMatches(text, search).map((part) => {
    const key = at;
    at += part.text.length;
    return part.isFound ? (
      <Box key={key} component="mark" p={0} bdrs={3} c="inherit" bg="light-dark(#ffe9a8, #5c4a12)">
        {part.text}
      </Box>
    ) : (
      <span key={key}>{part.text}</span>
    );
  });
}
