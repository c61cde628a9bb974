export type Prefix =
  'ceo' | 'founder' | 'ai-leader' | 'entrepreneur' | 'political' | 'investor' | 'company' | 'vc';

export interface Entity {
  /** Unique among all entities and top-level paths, because `/slug` is also a URL. */
  slug: string;
  name: string;
  prefix: Prefix;
  /** The page searches for any of these keywords. At least one, at most as many as a search allows. */
  keywords: readonly string[];
  /** Organisation or field; never a job title, because titles change. */
  description: string;
  /** True if lists of the category omit the entity, so that only links lead to its page. */
  linked: boolean;
}

interface Category {
  /** Singular, for cards. */
  one: string;
  /** Plural, for breadcrumbs. */
  many: string;
  hub?: string;
  schemaType: 'Person' | 'Organization';
}

const AI_HUB = '/topics/ai-machine-learning';
const VC_HUB = '/topics/venture-capital';
const LEADERSHIP_HUB = '/topics/tech-leadership';

export const CATEGORIES: Readonly<Record<Prefix, Category>> = {
  ceo: { one: 'CEO', many: 'CEOs', hub: LEADERSHIP_HUB, schemaType: 'Person' },
  founder: { one: 'Founder', many: 'Founders', hub: LEADERSHIP_HUB, schemaType: 'Person' },
  'ai-leader': { one: 'AI Leader', many: 'AI Leaders', hub: AI_HUB, schemaType: 'Person' },
  entrepreneur: { one: 'Entrepreneur', many: 'Entrepreneurs', schemaType: 'Person' },
  political: { one: 'Public Figure', many: 'Public Figures', schemaType: 'Person' },
  investor: { one: 'Investor', many: 'Investors', hub: VC_HUB, schemaType: 'Person' },
  company: { one: 'AI Company', many: 'AI Companies', hub: AI_HUB, schemaType: 'Organization' },
  vc: { one: 'VC Firm', many: 'VC Firms', hub: VC_HUB, schemaType: 'Organization' },
};

export function entityPath({ prefix, slug }: Pick<Entity, 'prefix' | 'slug'>): string {
  return `/${prefix}/${slug}`;
}
