/** Matches terms that apply to all alerts. A test compares this copy with the parser, which loads later. */
const APPLIES_TO_ALL = /^(?:[-+]|(?:show|lang|with):)/i;

/**
 * Counts one alert per keyword of a visitor; `alertKeywords` is for signed-in people. Excluded and required terms and
 * filters create no alert, because they apply to all alerts.
 */
export function alertCount(keywords: readonly string[]): number {
  return keywords.filter((keyword) => !APPLIES_TO_ALL.test(keyword)).length;
}
