/**
 * A count as it is read ("12,345"). Without Intl: its first use costs a phone more than a whole list,
 * and the home page and every list say a number.
 */
export function numberText(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
