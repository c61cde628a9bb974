/**
 * A description for a place that shows no paragraphs: where a line ends without a mark that ends a
 * sentence, as the items of a list do, a dot keeps it apart from the next one.
 */
export function inOneLine(text: string): string {
  return text.trim().replace(/([^\s.!?:;,…])\s*\n\s*/gu, '$1 · ');
}
