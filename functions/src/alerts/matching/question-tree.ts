import { isPhrase, planOfKey } from '../../keywords/question-key.ts';
import { type Leaf, leafKey, type QuestionPlan } from '../../keywords/question-plan.ts';
import { coveringLeaves, phrasesFor } from './covering-leaves.ts';
import { NONE, plantKeywordTree } from './keyword-tree.ts';
import { leafInRow, type LeafInRow } from './leaf-in-row.ts';

/** Questions that are looked for in rows of tokens. */
export interface QuestionTree {
  /**
   * The places (from 0, in the order they were given) of the questions that a row of tokens answers,
   * each once, in no particular order.
   */
  answeredBy(row: Int32Array): number[];
}

/** A leaf of some question, shared by all that ask for it. */
interface PlantedLeaf {
  field: Leaf['field'];
  /** The row in which its phrase was last found in its field. */
  mentionedIn: number;
  /** Looks closer, where the phrase alone does not say whether the leaf stands. */
  look: LeafInRow | null;
  /** The row that was last looked at closer, and what came of it. */
  lookedAtIn: number;
  stood: boolean;
  /** What may be answered where the leaf stands. */
  covers: PlantedQuestion[];
}

interface PlantedQuestion {
  place: number;
  all: PlantedLeaf[];
  oneOf: PlantedLeaf[][][];
  not: PlantedLeaf[];
  /** The row that was last looked at. */
  row: number;
}

/**
 * A tree of questions in their normal form (`normaliseKeyword`, `normaliseQuestion`), each given once,
 * that is walked along each text. Of one for more than a phrase, every leaf is planted; where one of
 * those stands that cover it, the others are asked for.
 * @param vocabulary The number of every token, from 0, in the order in which they first came up.
 */
export function plantQuestionTree(
  questions: Iterable<string>,
  vocabulary: ReadonlyMap<string, number>,
): QuestionTree {
  const phrases: string[] = [];
  /** By phrase: the place of the question that is this phrase, or a leaf. */
  const meant: (number | PlantedLeaf)[] = [];
  const leaves = new Map<string, PlantedLeaf>();
  let hasFields = false;

  function plantLeaf(leaf: Leaf): PlantedLeaf {
    const key = leafKey(leaf);
    let planted = leaves.get(key);
    if (planted === undefined) {
      const { field, beginning, words } = leaf;
      const look = beginning && words.length > 1 ? leafInRow(leaf, vocabulary) : null;
      planted = { field, mentionedIn: NONE, look, lookedAtIn: NONE, stood: false, covers: [] };
      hasFields ||= field !== 'any';
      leaves.set(key, planted);
      for (const phrase of phrasesFor(leaf, vocabulary)) {
        phrases.push(phrase);
        meant.push(planted);
      }
    }
    return planted;
  }

  function plantQuestion(plan: QuestionPlan, place: number): void {
    const covering = coveringLeaves(plan, vocabulary);
    if (covering.length === 0) return;
    const question = {
      place,
      all: plan.all.map(plantLeaf),
      oneOf: plan.oneOf.map((choice) => choice.map((each) => each.map(plantLeaf))),
      not: plan.not.map(plantLeaf),
      row: NONE,
    };
    for (const leaf of covering) plantLeaf(leaf).covers.push(question);
  }

  let place = 0;
  for (const question of questions) {
    const plan = isPhrase(question) ? null : planOfKey(question);
    if (plan !== null) plantQuestion(plan, place);
    else {
      phrases.push(question);
      meant.push(place);
    }
    place += 1;
  }

  const tree = plantKeywordTree(phrases, vocabulary);
  let rows = 0;

  /** Notes which leaves of this field stand in the tokens, and adds the questions that are phrases. */
  function find(tokens: Int32Array, field: Leaf['field'], places: number[], found: PlantedLeaf[]) {
    for (const phrase of tree.mentionedIn(tokens)) {
      const meaning = meant[phrase] ?? NONE;
      if (typeof meaning === 'number') {
        if (field === 'any') places.push(meaning);
      } else if (meaning.field === field && meaning.mentionedIn !== rows) {
        meaning.mentionedIn = rows;
        if (meaning.covers.length > 0) found.push(meaning);
      }
    }
  }

  return {
    answeredBy(row) {
      rows += 1;
      const places: number[] = [];
      const covering: PlantedLeaf[] = [];
      find(row, 'any', places, covering);
      if (hasFields) {
        const titleEnd = row.indexOf(NONE);
        find(row.subarray(0, titleEnd), 'title', places, covering);
        const podcast = row.subarray(titleEnd + 1, row.indexOf(NONE, titleEnd + 1));
        find(podcast, 'podcast', places, covering);
      }
      for (const { covers } of covering) {
        for (const question of covers) {
          if (question.row === rows) continue;
          question.row = rows;
          if (isAnswered(question, row, rows)) places.push(question.place);
        }
      }
      return places;
    },
  };
}

function isAnswered({ all, oneOf, not }: PlantedQuestion, row: Int32Array, rows: number): boolean {
  for (const leaf of all) if (!stands(leaf, row, rows)) return false;
  for (const leaf of not) if (stands(leaf, row, rows)) return false;
  return oneOf.every((choice) =>
    choice.some((each) => each.every((leaf) => stands(leaf, row, rows))),
  );
}

function stands(leaf: PlantedLeaf, row: Int32Array, rows: number): boolean {
  if (leaf.mentionedIn !== rows) return false;
  if (leaf.look === null) return true;
  if (leaf.lookedAtIn !== rows) {
    leaf.lookedAtIn = rows;
    leaf.stood = leaf.look(row);
  }
  return leaf.stood;
}
