import type { HealthResponse } from 'functions/contract';

export type Health = Pick<
  HealthResponse,
  'episodes' | 'podcasts' | 'spoken' | 'refreshedAtMs' | 'lateMs'
> & {
  /** Hours of audio transcribed by a machine within a week. */
  transcribedHours?: number;
};

/** Validates without zod, to keep that out of the page's scripts. Null if the response is invalid. */
export function parseHealth(body: unknown): Health | null {
  if (typeof body !== 'object' || body === null) return null;
  const {
    episodes,
    podcasts,
    spoken,
    refreshedAtMs,
    lateMs,
  }: Partial<Record<keyof Health, unknown>> = body;
  if (!isCount(episodes) || !isCount(podcasts)) return null;
  if (refreshedAtMs !== null && !isWhole(refreshedAtMs)) return null;
  return {
    episodes,
    podcasts,
    refreshedAtMs,
    ...(isCount(spoken) && { spoken }),
    ...(isCount(lateMs) && { lateMs }),
    ...transcribedHours(body),
  };
}

function transcribedHours({ hearing }: { hearing?: unknown }): Pick<Health, 'transcribedHours'> {
  if (typeof hearing !== 'object' || hearing === null || !('hoursThisWeek' in hearing)) return {};
  return isCount(hearing.hoursThisWeek) ? { transcribedHours: hearing.hoursThisWeek } : {};
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isCount(value: unknown): value is number {
  return isWhole(value) && value >= 0;
}
