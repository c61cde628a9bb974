import type { Episode } from 'functions/contract';

type SpokenMatch = NonNullable<Episode['spoken']>[number];

/**
 * Where a quotation stands in its episode: "Said by Ann at about 1:02:34, and 2 more times". About,
 * because adverts that are put in later move everything behind them.
 * @param total In how many places the episode says what was searched for.
 */
export function spokenPlace({ atMs, speaker }: SpokenMatch, total: number): string {
  const who = speaker === undefined ? '' : ` by ${speaker}`;
  const when = atMs === null ? '' : ` at about ${clockText(atMs)}`;
  const more = total > 1 ? `, and ${total - 1} more ${total > 2 ? 'times' : 'time'}` : '';
  return `Said${who + when || ' in the episode'}${more}`;
}

function clockText(atMs: number): string {
  const seconds = Math.floor(atMs / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? [hours, ...parts].join(':') : parts.join(':').replace(/^0/, '');
}
