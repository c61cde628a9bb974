import { relativeTime } from '#shared/episode/card/relative-time.ts';
import type { Health } from '#shared/health/parse-health.ts';
import { useHealth } from '#shared/health/use-health.ts';
import { numberText } from '#shared/text/number-text.ts';

/** Renders nothing until the health function responds. */
export function CoverageText() {
  const health = useHealth();
  if (!health || health.episodes === 0) return null;
  return (
    <>
      <span aria-hidden className="mr-2 inline-block size-2 rounded-full bg-accent align-middle" />
      {describe(health)}
    </>
  );
}

function describe({ episodes, podcasts, spoken, transcribedHours, refreshedAtMs }: Health): string {
  const said = spoken ? ` (${numberText(spoken)} with transcripts)` : '';
  const covered = `${count(episodes, 'recent episode')}${said} from ${count(podcasts, 'podcast')}`;
  const updated =
    refreshedAtMs === null ? '' : `, updated ${relativeTime(refreshedAtMs, Date.now())}`;
  const listened = transcribedHours
    ? `. We listened to ${count(transcribedHours, 'hour')} this week`
    : '';
  return covered + updated + listened;
}

function count(number: number, noun: string): string {
  return `${numberText(number)} ${noun}${number === 1 ? '' : 's'}`;
}
