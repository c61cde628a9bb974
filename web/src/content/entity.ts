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
