/** The first part of an entity's canonical address. */
export type Prefix =
  'ceo' | 'founder' | 'ai-leader' | 'entrepreneur' | 'political' | 'investor' | 'company' | 'vc';

/** A person, company or firm with a landing page. */
export interface Entity {
  /** Unique among all entities and first parts of the site's addresses: it is an address itself. */
  slug: string;
  name: string;
  prefix: Prefix;
  /** What the page searches for: any of these. At least one, within the limits of the search. */
  keywords: readonly string[];
  /** The organisation or the field it is known for, never a job title: titles change. */
  description: string;
  /** Reached through links only, not part of its prefix's main list. */
  linked: boolean;
}

interface Category {
  /** On a card. */
  one: string;
  /** In the breadcrumb. */
  many: string;
  /** The hub that the breadcrumb leads to; some categories have none. */
  hub?: string;
  schemaType: 'Person' | 'Organization';
}

const AI_HUB = '/topics/ai-machine-learning';
const VC_HUB = '/topics/venture-capital';
const LEADERSHIP_HUB = '/topics/tech-leadership';

/** For each prefix: what its entities are called, and the hub that shows more of them. */
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

/** The canonical address of an entity's page: `/company/openai`. */
export function entityPath({ prefix, slug }: Pick<Entity, 'prefix' | 'slug'>): string {
  return `/${prefix}/${slug}`;
}
