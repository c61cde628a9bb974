/** Texts with indexes of their own: transcripts (`spoken`) and boilerplate (`repeated`). */
export const FURTHER_TEXTS = ['spoken', 'repeated'] as const;

export type FurtherText = (typeof FURTHER_TEXTS)[number];

export function furtherTexts({
  spoken = true,
  repeated = false,
}: Partial<Record<FurtherText, boolean | undefined>>): FurtherText[] {
  const isSearched: Record<FurtherText, boolean> = { spoken, repeated };
  return FURTHER_TEXTS.filter((text) => isSearched[text]);
}
