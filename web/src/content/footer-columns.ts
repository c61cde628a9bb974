import { entityPath } from './categories.ts';
import { HUBS, hubPath } from './hubs.ts';
import { entities } from './roster.ts';
import { trendName, trendPath, TRENDS } from './trends.ts';

export interface FooterColumn {
  title: string;
  links: readonly { name: string; path: string }[];
}

function entityLinks(...slugs: string[]) {
  return entities(...slugs).map((entity) => ({ name: entity.name, path: entityPath(entity) }));
}

/** These topics have both a hub and a trend page. The footer links only to the hub. */
const hubSlugs = new Set<string>(HUBS.map(({ slug }) => slug));

export const FOOTER_COLUMNS: readonly FooterColumn[] = [
  {
    title: 'Popular Topics',
    links: [
      ...HUBS.map(({ slug, name }) => ({ name, path: hubPath(slug) })),
      ...TRENDS.filter(({ slug }) => !hubSlugs.has(slug)).map(({ slug }) => ({
        name: trendName(slug),
        path: trendPath(slug),
      })),
    ],
  },
  {
    title: 'Tech Leaders',
    links: entityLinks(
      'satya-nadella',
      'sundar-pichai',
      'jensen-huang',
      'sam-altman',
      'elon-musk',
      'jeff-bezos',
      'bill-gates',
    ),
  },
  {
    title: 'VC & Investors',
    links: entityLinks(
      'a16z',
      'sequoia-capital',
      'y-combinator',
      'techstars',
      'marc-andreessen',
      'paul-graham',
      'naval-ravikant',
    ),
  },
];
