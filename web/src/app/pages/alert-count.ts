/** Signs and filters of the query language. A copy, checked by a test, because the parser is loaded later. */
const BEARS_ON_ALL = /^(?:[-+]|(?:show|lang):)/i;

/**
 * How many alerts a search makes. Excluded and required terms and filters belong to each and make none themselves.
 * For visitors; `alertKeywords` does this for signed-in people.
 */
export function alertCount(keywords: readonly string[]): number {
  return keywords.filter((keyword) => !BEARS_ON_ALL.test(keyword)).length;
}
