import type { SitePage } from '../src/content/site-pages.ts';
import type { ShareText } from './share-image.ts';

export function shareText(page: SitePage): Omit<ShareText, 'brand'> {
  const { kind, name, title, category = '', description, entity } = page;
  switch (kind) {
    case 'home':
      return {
        kicker: '',
        name: title,
        tagline: 'Email alerts when a new one mentions your topic',
      };
    case 'entity':
      return {
        kicker: entity?.description ?? '',
        name,
        tagline: `Latest podcast episodes featuring ${name}`,
      };
    case 'trend':
    case 'hub':
    case 'about':
    case 'legal':
      return { kicker: category, name, tagline: description };
  }
}
