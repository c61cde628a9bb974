import { EXAMPLE_AMBIGUOUS, EXAMPLE_NAMES, EXAMPLE_SHOW, EXAMPLE_WORD } from '#content/subject.ts';
import type { ChipKind } from './query-chips.ts';

interface ChipTexts {
  before: string;
  label: string;
  placeholder: string;
}

export const CHIP_TEXTS: Record<ChipKind, ChipTexts> = {
  any: {
    before: 'any of',
    label: 'Also find episodes that mention',
    placeholder: `e.g., ${EXAMPLE_NAMES[1]}`,
  },
  all: {
    before: 'must include',
    label: 'Episodes must also mention',
    placeholder: `e.g., ${EXAMPLE_WORD}`,
  },
  not: { before: 'not', label: 'Exclude episodes that mention', placeholder: 'e.g., sponsor' },
  show: { before: 'only in show', label: 'Only shows named', placeholder: `e.g., ${EXAMPLE_SHOW}` },
  'not-show': {
    before: 'not in show',
    label: 'Exclude a show',
    placeholder: `e.g., ${EXAMPLE_SHOW}`,
  },
  lang: { before: 'only in', label: 'Only shows in', placeholder: 'e.g., German, or de' },
  with: {
    before: 'only with',
    label: 'Only with one of',
    placeholder: `e.g., ${EXAMPLE_AMBIGUOUS.with[1]}`,
  },
  'not-with': {
    before: 'not with',
    label: 'Not with',
    placeholder: `e.g., ${EXAMPLE_AMBIGUOUS.not}`,
  },
  'not-lang': { before: 'not in', label: 'Exclude shows in', placeholder: 'e.g., German, or de' },
};

interface Entry {
  name: string;
  /** The first kind is the default. */
  kinds: readonly [ChipKind] | readonly [ChipKind, ChipKind];
}

/** The buttons of "Refine". None adds alternatives, because people type these with commas. */
export const ENTRIES: readonly Entry[] = [
  { name: 'Must include', kinds: ['all'] },
  { name: 'Exclude', kinds: ['not'] },
  { name: 'Shows', kinds: ['not-show', 'show'] },
  { name: 'Language', kinds: ['lang', 'not-lang'] },
];
