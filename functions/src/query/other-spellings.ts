/** Own tokens of a text, from `from` to `to` (exclusive), that have another spelling. */
export interface Spelling {
  from: number;
  to: number;
  tokens: readonly string[];
}

/** A token of a run; null stands for the own token at `from`. */
interface SpelledToken {
  token: string | null;
  from: number;
  to: number;
}

/** Own tokens before and behind another spelling in its run, so that phrases across them are found. */
const [WORDS_BEFORE, WORDS_BEHIND] = [2, 3];

/**
 * Runs of tokens in which other spellings replace the text's own, with the words around: "tim oreilly media"
 * for "Tim O'Reilly Media". Spellings near one another share a run, so that all runs together have at most a
 * few times as many tokens as the text.
 * @param own Number of own tokens.
 */
function otherSpellings(own: number, spellings: readonly Spelling[]): SpelledToken[][] {
  const runs: SpelledToken[][] = [];
  let run: SpelledToken[] = [];
  let done = 0;
  const ownUntil = (end: number) => {
    for (; done < Math.min(end, own); done += 1) {
      run.push({ token: null, from: done, to: done + 1 });
    }
  };
  const sorted = [...spellings].sort((one, other) => one.from - other.from);
  for (const { from, to, tokens } of sorted) {
    if (run.length > 0 && from < done) continue;
    if (run.length > 0 && from - WORDS_BEHIND <= done) ownUntil(from);
    else {
      if (run.length > 0) {
        ownUntil(done + WORDS_BEHIND);
        runs.push(run);
      }
      run = [];
      done = Math.max(0, from - WORDS_BEFORE);
      ownUntil(from);
    }
    for (const token of tokens) run.push({ token, from, to });
    done = to;
  }
  if (run.length > 0) {
    ownUntil(done + WORDS_BEHIND);
    runs.push(run);
  }
  return runs;
}

/** The other spellings of a text, each with the tokens around it. */
export function spelledRuns({ count, joined, digraphs }: SpelledText): SpelledToken[][] {
  if (joined.length + digraphs.length === 0) return [];
  return [joined, digraphs].flatMap((spellings) => otherSpellings(count, spellings));
}

interface SpelledText {
  /** Number of own tokens. */
  count: number;
  joined: readonly Spelling[];
  digraphs: readonly Spelling[];
}
