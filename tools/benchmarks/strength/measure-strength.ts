import * as z from 'zod';
import { findPointers, mergeRanges } from '../../../functions/src/boilerplate/find-pointers.ts';
import type { FindBoilerplate } from '../../../functions/src/boilerplate/learn-boilerplate.ts';
import { separateBoilerplate } from '../../../functions/src/boilerplate/separate-boilerplate.ts';
import { groundFinder } from '../../../functions/src/catalogue/answers/match-strength.ts';
import { personsText } from '../../../functions/src/catalogue/texts/persons-text.ts';
import { storedText } from '../../../functions/src/catalogue/texts/stored-text.ts';
import { MATCH_GROUNDS } from '../../../functions/src/contract/index.ts';
import { phraseFinder } from '../../../functions/src/query/phrase-finder.ts';
import { planQuery, wantedTerms } from '../../../functions/src/query/plan-query.ts';
import { tokensOf } from '../../../functions/src/query/tokenize.ts';

const KINDS = ['about', 'passing', 'other', 'furniture'] as const;

/**
 * A match and a person's judgement of it. `other`: another meaning of the keyword. `furniture`: boilerplate.
 */
export const labelledMatchSchema = z.object({
  id: z.string(),
  keyword: z.string(),
  feedFile: z.string(),
  episodeTitle: z.string(),
  notes: z.string(),
  persons: z.array(z.object({ name: z.string(), role: z.enum(['host', 'guest']).nullable() })),
  chapters: z.array(z.object({ title: z.string() })),
  label: z.enum(KINDS),
  role: z.enum(['guest', 'host', 'none']).nullable(),
  ambiguous: z.boolean(),
});

export type LabelledMatch = z.infer<typeof labelledMatchSchema>;

/** The verdict of a rule on a match: a ground or a strength; null if the rule finds no match. */
export type Rule = (match: LabelledMatch, standing: FindBoilerplate) => string | null;

const textOf = (match: LabelledMatch, standing: FindBoilerplate) => {
  const notes = storedText(match.notes);
  const ranges = mergeRanges([...standing(notes), ...findPointers(notes)]);
  return separateBoilerplate(notes, ranges).own;
};

export function ground(match: LabelledMatch, standing: FindBoilerplate) {
  const plan = planQuery([`"${match.keyword}"`]);
  return groundFinder(plan === null ? [] : wantedTerms(plan))({
    title: storedText(match.episodeTitle),
    podcast: '',
    publisher: '',
    description: textOf(match, standing),
    persons: storedText(personsText(match.persons)),
    chapters: match.chapters.map(({ title }) => storedText(title)).join('\n'),
  });
}

const strength: Rule = (match, standing) => {
  const found = ground(match, standing);
  return found === null ? null : MATCH_GROUNDS[found].strength;
};

const isAbout = (is: boolean) => (is ? 'about' : 'passing');

const mentionsIn = ({ keyword }: LabelledMatch, text: string) =>
  phraseFinder([tokensOf(keyword).join(' ')])(storedText(text));

const titleOnly: Rule = (match) => isAbout(mentionsIn(match, match.episodeTitle).length > 0);

const BEGINNING = 200;
const OFTEN = 3;

const titleOrOften: Rule = (match, standing) => {
  const [first, ...others] = mentionsIn(match, match.notes);
  const isFirst = first !== undefined && first.start < BEGINNING;
  const often = others.length + 1 >= OFTEN;
  return titleOnly(match, standing) === 'about' ? 'about' : isAbout(isFirst || often);
};

export const RULES: Record<string, Rule> = {
  'title only': titleOnly,
  'title, three mentions or the first 200 letters': titleOrOften,
  strength,
};

export interface StrengthMeasure {
  right: number;
  /** Matches that are called `about` although their label differs, by label. */
  wrong: Partial<Record<LabelledMatch['label'], LabelledMatch[]>>;
  /** Matches with the label `about` that are called something else. */
  missed: LabelledMatch[];
  /** Number of boilerplate matches that the rule does not find, as it should. */
  hidden: number;
  furniture: number;
  /** Matches other than boilerplate that the rule does not find. */
  lost: LabelledMatch[];
}

export function measureStrength(
  matches: readonly LabelledMatch[],
  standingOf: (feedFile: string) => FindBoilerplate,
  rule: Rule,
): StrengthMeasure {
  const measure: StrengthMeasure = {
    right: 0,
    wrong: {},
    missed: [],
    hidden: 0,
    furniture: 0,
    lost: [],
  };
  for (const match of matches) {
    const said = rule(match, standingOf(match.feedFile));
    if (match.label === 'furniture') measure.furniture += 1;
    if (said === 'about' && match.label === 'about') measure.right += 1;
    else if (said === 'about') (measure.wrong[match.label] ??= []).push(match);
    else if (match.label === 'about') measure.missed.push(match);
    if (said !== null) continue;
    if (match.label === 'furniture') measure.hidden += 1;
    else measure.lost.push(match);
  }
  return measure;
}

export function describeStrength({ right, wrong, missed, ...others }: StrengthMeasure): string {
  const taken = Object.values(wrong).reduce((sum, { length }) => sum + length, 0);
  const kinds = KINDS.flatMap((kind) => (wrong[kind] ? [`${wrong[kind].length} ${kind}`] : []));
  return (
    `about: right ${percent(right, right + taken)}, found ${percent(right, right + missed.length)} ` +
    `(${right} right; wrong: ${kinds.join(', ') || 'none'}; ${missed.length} missed); ` +
    `no match: ${others.hidden} of ${others.furniture} furniture, ${others.lost.length} others`
  );
}

function percent(part: number, whole: number): string {
  return whole === 0 ? 'unknown' : `${((100 * part) / whole).toFixed(1)} %`;
}
