import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

/** Only this many characters are judged, because the time grows faster than the length: 32 characters take 30 ms. */
const CHECKED_LENGTH = 32;
/**
 * The number of guesses, as a power of ten, below which a password made of known words, years, keyboard rows and the like is
 * among the first to be tried. `Azerty2026!` takes 10^8.0; four words or 12 random letters more than 10^11.
 */
const MIN_GUESSES_LOG10 = 8.5;

let estimator: ZxcvbnFactory | undefined;

/** Creates the strength estimator on first use. Reading the dictionaries takes 0.2 s, and many processes never need them. */
function getEstimator(): ZxcvbnFactory {
  estimator ??= new ZxcvbnFactory({
    dictionary: { ...dictionary, product: ["shoal"] },
    graphs: adjacencyGraphs,
  });
  return estimator;
}

/**
 * Whether a password is among those that attackers try first, even if it meets the password rule. A password without any known
 * pattern is never common.
 * @example isCommonPassword("Password1!") // true
 */
export function isCommonPassword(password: string): boolean {
  const { guessesLog10, sequence } = getEstimator().check(password.slice(0, CHECKED_LENGTH));
  return guessesLog10 < MIN_GUESSES_LOG10 && sequence.some(({ pattern }) => pattern !== "bruteforce");
}
