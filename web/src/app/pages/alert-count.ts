/** Signs and filters of the query language. A copy, checked by a test, because the parser is loaded later. */
const BEARS_ON_ALL = /^(?:[-+]|(?:show|lang):)/i;

/**
 * Number of alerts that a search would create: one for each keyword, but none for excluded and required terms
 * and filters, which apply to all alerts. For visitors; for signed-in people, `alertKeywords` does this.
 */
export function alertCount(keywords: readonly string[]): number {
  return keywords.filter((keyword) => !BEARS_ON_ALL.test(keyword)).length;
}
