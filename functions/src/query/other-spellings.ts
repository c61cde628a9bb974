/** Another spelling of the text's own tokens from index `from` to `to` (exclusive). */
export interface Spelling {
  from: number;
  to: number;
  tokens: readonly string[];
}

/** `token` is null for the text's own token at `from`. */
interface SpelledToken {
  token: string | null;
  from: number;
  to: number;
}

/** How many of the text's own tokens surround another spelling, so that phrases across its edges match. */
const [TOKENS_BEFORE, TOKENS_AFTER] = [2, 3];

/**
 * Puts own tokens around each spelling ("tim oreilly media"). Adjacent spellings share a run, to bound the tokens.
 */
function buildRuns(own: number, spellings: readonly Spelling[]): SpelledToken[][] {
  const runs: SpelledToken[][] = [];
  let run: SpelledToken[] = [];
  let done = 0;
  const addOwnUntil = (end: number) => {
    for (; done < Math.min(end, own); done += 1) {
      run.push({ token: null, from: done, to: done + 1 });
    }
  };
  const sorted = [...spellings].sort((one, other) => one.from - other.from);
  for (const { from, to, tokens } of sorted) {
    if (run.length > 0 && from < done) continue;
    if (run.length > 0 && from - TOKENS_AFTER <= done) addOwnUntil(from);
    else {
      if (run.length > 0) {
        addOwnUntil(done + TOKENS_AFTER);
        runs.push(run);
      }
      run = [];
      done = Math.max(0, from - TOKENS_BEFORE);
      addOwnUntil(from);
    }
    for (const token of tokens) run.push({ token, from, to });
    done = to;
  }
  if (run.length > 0) {
    addOwnUntil(done + TOKENS_AFTER);
    runs.push(run);
  }
  return runs;
}

export function spelledRuns({ count, joined, digraphs }: SpelledText): SpelledToken[][] {
  if (joined.length + digraphs.length === 0) return [];
  return [joined, digraphs].flatMap((spellings) => buildRuns(count, spellings));
}

interface SpelledText {
  count: number;
  joined: readonly Spelling[];
  digraphs: readonly Spelling[];
}
