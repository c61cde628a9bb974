import type { ChipKind } from './query-chips.ts';

interface ChipTexts {
  /** The button that adds one. */
  name: string;
  /** Before what is asked; without it the name, in lower case. */
  before?: string;
  /** The field in which it is typed. */
  label: string;
  placeholder: string;
}

/** In the order of the buttons. */
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
