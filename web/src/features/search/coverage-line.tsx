import type { Health } from '#shared/health/parse-health.ts';
import { relativeTime } from '#shared/episode/card/relative-time.ts';
import { numberText } from '#shared/text/number-text.ts';
import { useHealth } from '#shared/health/use-health.ts';

/** How much is searched and how fresh it is, as the server says. */
export function CoverageLine() {
  const health = useHealth();

  // The line keeps its place while it is empty, so that nothing below it moves.
  return (
    <p className="min-h-10 text-center text-balance text-sm text-soft sm:min-h-6">
      {health && health.episodes > 0 && (
        <>
          <span
            aria-hidden
            className="mr-2 inline-block size-2 rounded-full bg-accent align-middle"
          />
          {describe(health)}
        </>
      )}
    </p>
  );
}

function describe({ episodes, podcasts, spoken, refreshedAtMs }: Health): string {
  const said = spoken ? ` (${numberText(spoken)} with transcripts)` : '';
  const covered = `${count(episodes, 'recent episode')}${said} from ${count(podcasts, 'podcast')}`;
  if (refreshedAtMs === null) return covered;
  return `${covered}, updated ${relativeTime(refreshedAtMs, Date.now())}`;
}

function count(number: number, noun: string): string {
  return `${numberText(number)} ${noun}${number === 1 ? '' : 's'}`;
}
