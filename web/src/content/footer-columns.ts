import { entityPath } from './categories.ts';
import { HUBS, hubPath } from './hubs.ts';
import { entities } from './roster.ts';
import { FOOTER } from './subject.ts';
import { trendName, trendPath, TRENDS } from './trends.ts';

export interface FooterColumn {
  title: string;
  links: readonly { name: string; path: string }[];
}

export const FOOTER_COLUMNS: readonly FooterColumn[] = [
  {
    title: 'Popular Topics',
    links: [
      ...HUBS.map(({ slug, name }) => ({ name, path: hubPath(slug) })),
      // The footer links to a topic's hub rather than to its trend.
      ...TRENDS.filter(({ slug }) => !HUBS.some((hub) => hub.slug === slug)).map(({ slug }) => ({
        name: trendName(slug),
        path: trendPath(slug),
      })),
    ],
  },
  ...FOOTER.map(({ title, slugs }) => ({
    title,
    links: entities(slugs).map((entity) => ({ name: entity.name, path: entityPath(entity) })),
  })),
];
