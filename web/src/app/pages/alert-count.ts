/** Signs and filters of the query language. A copy, checked by a test, because the parser loads later. */
const APPLIES_TO_ALL = /^(?:[-+]|(?:show|lang):)/i;

/**
 * One alert per keyword. Excluded and required terms and filters apply to all alerts, and create none. For
 * visitors; signed-in people use `alertKeywords`.
 */
export function alertCount(keywords: readonly string[]): number {
  return keywords.filter((keyword) => !APPLIES_TO_ALL.test(keyword)).length;
}
