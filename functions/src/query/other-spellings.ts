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
const AROUND: Around = { before: 2, after: 3 };
/** Fewer, because names with capitals inside are frequent, and only short phrases look for them. */
const AROUND_NAME: Around = { before: 1, after: 1 };

interface Around {
  before: number;
  after: number;
}

/**
 * Puts own tokens around each spelling ("tim oreilly media"). Adjacent spellings share a run, to bound the tokens.
 */
function buildRuns(
  own: number,
  spellings: readonly Spelling[],
  { before, after }: Around,
): SpelledToken[][] {
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
    if (run.length > 0 && from - after <= done) addOwnUntil(from);
    else {
      if (run.length > 0) {
        addOwnUntil(done + after);
        runs.push(run);
      }
      run = [];
      done = Math.max(0, from - before);
      addOwnUntil(from);
    }
    for (const token of tokens) run.push({ token, from, to });
    done = to;
  }
  if (run.length > 0) {
    addOwnUntil(done + after);
    runs.push(run);
  }
  return runs;
}

export function spelledRuns({ count, joined, digraphs, names }: SpelledText): SpelledToken[][] {
  if (joined.length + digraphs.length + names.length === 0) return [];
  return [
    ...buildRuns(count, joined, AROUND),
    ...buildRuns(count, digraphs, AROUND),
    ...buildRuns(count, names, AROUND_NAME),
  ];
}

interface SpelledText {
  count: number;
  joined: readonly Spelling[];
  digraphs: readonly Spelling[];
  names: readonly Spelling[];
}
