import type { CatalogueQuery } from './catalogue.ts';

/**
 * The texts of an episode that are searched beside its notes, each with indexes of its own: transcripts,
 * and boilerplate, which a feed repeats in all of its episodes. For a new one the compiler asks each
 * engine what reading it costs.
 */
export const FURTHER_TEXTS = ['spoken', 'repeated'] as const;

export type FurtherText = (typeof FURTHER_TEXTS)[number];

/** The further texts that a query looks through. */
export function furtherTexts({
  spoken = true,
  repeated = false,
}: Pick<CatalogueQuery, FurtherText>): FurtherText[] {
  const isSearched: Record<FurtherText, boolean> = { spoken, repeated };
  return FURTHER_TEXTS.filter((text) => isSearched[text]);
}
