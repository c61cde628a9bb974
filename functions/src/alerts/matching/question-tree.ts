import { isPhrase, planOfKey } from '../../keywords/question-key.ts';
import { type Leaf, leafKey } from '../../keywords/question-plan.ts';
import { selectiveTerms, phrasesFor } from './selective-terms.ts';
import { type KeywordTree, NONE, plantKeywordTree, type TreePhrase } from './keyword-tree.ts';
import { createQuestionProgram, placeIfAnswered } from './question-program.ts';

/** Questions that are looked for in rows of tokens. */
export interface QuestionTree {
  /**
   * The places (from 0, in the order they were given) of the questions that a row of tokens answers,
   * each once, in no particular order.
   * @param written How many of the tokens, the first, are of what is written; the others are said.
   */
  answeredBy(row: Int32Array, written?: number): number[];
}

/** What is looked for in one field. */
interface Sought {
  phrases: TreePhrase[];
  /** By phrase: the number of the leaf it stands for; or, below 0, the question that it is (`~place`). */
  meant: number[];
}

/**
 * A tree of questions in their normal form (`normaliseKeyword`, `normaliseQuestion`), each given once. It
 * is walked along each text. For a question that is more than one phrase, every leaf is planted; when one
 * of its covering leaves is found, the others are checked.
 * @param vocabulary The number of every token, from 0, in the order in which they first came up.
 */
export function plantQuestionTree(
  questions: Iterable<string>,
  vocabulary: ReadonlyMap<string, number>,
): QuestionTree {
  const sought: Record<Exclude<Leaf['field'], 'show'>, Sought> = {
    any: { phrases: [], meant: [] },
    title: { phrases: [], meant: [] },
    podcast: { phrases: [], meant: [] },
    said: { phrases: [], meant: [] },
  };
  /** By the numbers of its tokens: the leaf that a podcast's whole name stands for. */
  const names = new Map<string, number>();
  const leaves = new Map<string, number>();
  /** By leaf: where the questions begin that this leaf may answer. */
  const covers: number[][] = [];

  function numberOf(leaf: Leaf): number {
    const key = leafKey(leaf);
    let number = leaves.get(key);
    if (number === undefined) {
      leaves.set(key, (number = covers.length));
      covers.push([]);
      if (leaf.field === 'show') {
        names.set(leaf.words.map((word) => vocabulary.get(word) ?? NONE).join(), number);
        return number;
      }
      const { phrases, meant } = sought[leaf.field];
      for (const phrase of phrasesFor(leaf, vocabulary)) {
        phrases.push(phrase);
        meant.push(number);
      }
    }
    return number;
  }

  const planted = createQuestionProgram(numberOf);
  let place = 0;
  for (const question of questions) {
    const plan = isPhrase(question) ? null : planOfKey(question);
    if (plan === null) {
      sought.any.phrases.push(question);
      sought.any.meant.push(~place);
    } else {
      const covering = selectiveTerms(plan, vocabulary);
      const start = covering.length === 0 ? NONE : planted.add(place, plan);
      for (const leaf of covering) covers[numberOf(leaf)]?.push(start);
    }
    place += 1;
  }

  const program = planted.end();
  const covered = rowsOf(covers);
  // By leaf, the number of the row that it was last found in, from 1.
  const mentionedIn = new Int32Array(covers.length);
  const trees = {
    any: treeOf(sought.any, vocabulary),
    title: treeOf(sought.title, vocabulary),
    podcast: treeOf(sought.podcast, vocabulary),
    said: treeOf(sought.said, vocabulary),
  };
  let rows = 0;

  /** Notes which leaves stand in the tokens, and adds the questions that are phrases. */
  function find(tree: FieldTree | null, tokens: Int32Array, places: number[], found: number[]) {
    if (tree === null) return;
    for (const phrase of tree.mentionedIn(tokens)) {
      const leaf = tree.meant[phrase] ?? NONE;
      if (leaf < 0) places.push(~leaf);
      else if (mentionedIn[leaf] !== rows) {
        mentionedIn[leaf] = rows;
        found.push(leaf);
      }
    }
  }

  return {
    answeredBy(row, written = row.length) {
      rows += 1;
      const places: number[] = [];
      const found: number[] = [];
      find(trees.any, row, places, found);
      if (trees.title !== null || trees.podcast !== null || names.size > 0) {
        const titleEnd = row.indexOf(NONE);
        find(trees.title, row.subarray(0, titleEnd), places, found);
        const podcast = row.subarray(titleEnd + 1, row.indexOf(NONE, titleEnd + 1));
        find(trees.podcast, podcast, places, found);
        const named = names.size > 0 ? names.get(podcast.join()) : undefined;
        if (named !== undefined) mentionedIn[named] = rows;
      }
      if (trees.said !== null) find(trees.said, row.subarray(written), places, found);
      for (const leaf of found) {
        const end = covered.starts[leaf + 1] ?? 0;
        for (let at = covered.starts[leaf] ?? 0; at < end; at += 1) {
          const start = covered.numbers[at] ?? 0;
          const answered = placeIfAnswered(program, start, mentionedIn, rows);
          if (answered !== NONE) places.push(answered);
        }
      }
      return places;
    },
  };
}

/** Lists of numbers, one after the other, and where each begins. */
function rowsOf(lists: readonly (readonly number[])[]) {
  const starts = new Int32Array(lists.length + 1);
  for (const [index, list] of lists.entries())
    starts[index + 1] = (starts[index] ?? 0) + list.length;
  return { starts, numbers: Int32Array.from(lists.flat()) };
}

interface FieldTree extends KeywordTree {
  meant: Int32Array;
}

/** Null where nothing is looked for. */
function treeOf(
  { phrases, meant }: Sought,
  vocabulary: ReadonlyMap<string, number>,
): FieldTree | null {
  if (phrases.length === 0) return null;
  return { meant: Int32Array.from(meant), ...plantKeywordTree(phrases, vocabulary) };
}
