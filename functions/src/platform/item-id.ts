import { createHash } from 'node:crypto';

/** What tells episodes apart wherever they are told. */
interface ItemFacts {
  link: string;
  title: string;
  podcast: string;
  pubDateMs: number | null;
}

/** Hash of link and date: some shows link all episodes to one page, and titles are corrected. */
export function itemId({ link, title, podcast, pubDateMs }: ItemFacts): string {
  const parts = [link || podcast, pubDateMs ?? title];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
