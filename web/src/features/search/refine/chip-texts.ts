import type { ChipKind } from './query-chips.ts';

interface ChipTexts {
  /** Name of the button that adds a term. */
  name: string;
  /** Text before the term; by default the name in lower case. */
  before?: string;
  /** Label of the field in which the term is typed. */
  label: string;
  placeholder: string;
}

/** Texts of each kind of part, in the order of the buttons. */
export const CHIP_TEXTS: Record<ChipKind, ChipTexts> = {
  any: {
    name: 'Any of',
    label: 'Episodes that mention this are found, too',
    placeholder: 'e.g., Anthropic',
  },
  all: {
    name: 'Must also',
    label: 'Each episode must also mention',
    placeholder: 'e.g., funding',
  },
  not: { name: 'Not', label: 'Leave out episodes that mention', placeholder: 'e.g., sponsor' },
  show: {
    name: 'Only in show',
    label: 'Only shows with this in their name',
    placeholder: 'e.g., Hard Fork',
  },
  'not-show': {
    name: 'Not in show',
    label: 'Not the show with this name',
    placeholder: 'e.g., Hard Fork',
  },
  lang: {
    name: 'Only in language',
    before: 'only in',
    label: 'Only shows in this language',
    placeholder: 'e.g., German, or de',
  },
  'not-lang': {
    name: 'Not in language',
    before: 'not in',
    label: 'No shows in this language',
    placeholder: 'e.g., German, or de',
  },
};

export const CHIP_KINDS = Object.keys(CHIP_TEXTS) as ChipKind[];
