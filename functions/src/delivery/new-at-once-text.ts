/** Text after the name of a show that published many episodes at once. Alerts send only the newest of them. */
export function newAtOnceText(count: number): string {
  const episodes = count.toLocaleString('en-US');
  return `published ${episodes} episodes at once. Alerts look only at the newest three.`;
}
