import type { SpokenMatch } from 'functions/contract';

/**
 * Who says a quotation, up to where the time follows: "Said by Ann at about". About, because adverts
 * that are put in later move everything behind them.
 */
export function spokenPlace({ atMs, speaker }: SpokenMatch): string {
  const who = speaker === undefined ? '' : ` by ${speaker}`;
  const when = atMs === null ? '' : ' at about';
  return `Said${who + when || ' in the episode'}`;
}
