/** Returns "12,345". Avoids Intl, whose first use is slower on phones than rendering a whole list. */
export function numberText(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

export function episodesText(count: number): string {
  return `${numberText(count)} ${count === 1 ? 'episode' : 'episodes'}`;
}
