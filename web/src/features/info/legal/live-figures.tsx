import { HOUR_MS } from 'functions/contract';
import { useState } from 'react';
import { relativeTime } from '#shared/episode/card/relative-time.ts';
import { numberText } from '#shared/text/number-text.ts';
import { useHealth } from '#shared/health/use-health.ts';

/** Shows dashes until the health function responds. Hidden without JavaScript. */
export function LiveFigures() {
  const health = useHealth();
  const [now] = useState(Date.now);
  const refreshed = health?.refreshedAtMs ?? null;
  const figures = [
    { label: 'podcasts followed', figure: health && numberText(health.podcasts) },
    { label: 'recent episodes', figure: health && numberText(health.episodes) },
    {
      label: 'of them with transcripts',
      figure: health?.spoken === undefined ? undefined : numberText(health.spoken),
    },
    {
      label: 'last updated',
      figure: refreshed === null ? undefined : relativeTime(refreshed, now),
    },
  ];
  return (
    <>
      {/* The last column is wider, because "less than a minute ago" is twice as long as the other figures. */}
      <div className="@container noscript:hidden">
        <dl className="grid gap-3 @lg:grid-cols-[1fr_1fr_1fr_2fr]">
          {figures.map(({ label, figure }) => (
            <div
              key={label}
              className="flex flex-col-reverse justify-end rounded-2xl border border-line bg-surface px-5 py-4 shadow-card"
            >
              <dt className="text-sm text-soft">{label}</dt>
              <dd className="text-xl font-bold tracking-display">{figure ?? '–'}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p className="noscript:hidden mt-3 min-h-5 text-sm text-soft">
        {health?.lateMs !== undefined && checksText(health.lateMs, now)}
      </p>
    </>
  );
}

function checksText(lateMs: number, now: number): string {
  if (lateMs < HOUR_MS) return 'All podcasts are checked on time.';
  return `Some podcasts are checked late: the oldest check was due ${relativeTime(now - lateMs, now)}.`;
}
