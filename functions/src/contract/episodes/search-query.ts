/** Keywords as they stand behind `q=` in an address: `openai,sam+altman`. */
export function searchQuery(keywords: readonly string[]): string {
  return keywords.map(encodeKeyword).join(',');
}

function encodeKeyword(keyword: string): string {
  return encodeURIComponent(keyword.toWellFormed()).replace(/%20/g, '+');
}
