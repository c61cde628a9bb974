import type { Entity } from './categories.ts';
import { entities, mainList, ROSTER } from './roster.ts';

export interface HomeGroup {
  title: string;
  entities: readonly Entity[];
}

export const BIG_TECH_CEOS = entities(
  'satya-nadella',
  'sundar-pichai',
  'mark-zuckerberg',
  'andy-jassy',
  'jensen-huang',
  'john-ternus',
);

export const SOFTWARE_CEOS = entities(
  'marc-benioff',
  'tobi-lutke',
  'brian-chesky',
  'dara-khosrowshahi',
);

export const HOME_GROUPS: readonly HomeGroup[] = [
  { title: 'Big Tech CEOs', entities: BIG_TECH_CEOS },
  {
    title: 'Tech Founders & AI Leaders',
    entities: [...mainList('founder'), ...mainList('ai-leader')],
  },
  { title: 'Software & Services CEOs', entities: SOFTWARE_CEOS },
  { title: 'AI Companies', entities: ROSTER.filter(({ prefix }) => prefix === 'company') },
  { title: 'Venture Capital Legends', entities: mainList('investor') },
  { title: 'Major VC Firms', entities: mainList('vc') },
];
