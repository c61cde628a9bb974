/** Behind the name of a show of whose new episodes alerts tell only the newest. */
export function newAtOnceText(count: number): string {
  const episodes = count.toLocaleString('en-US');
  return `published ${episodes} episodes at once. Alerts look only at the newest three.`;
}
