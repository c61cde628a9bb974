import type { SpokenShow } from 'functions/contract';
import { site } from '#shared/site.ts';

/** The podcasts that have transcripts, those with the most first; none if the backend does not say. */
export async function requestSpokenShows(signal: AbortSignal): Promise<SpokenShow[]> {
  try {
    const response = await fetch(`${site.backend}/health?shows`, { signal });
    const body: unknown = response.ok ? await response.json() : null;
    const { shows } = (body ?? {}) as { shows?: unknown };
    return Array.isArray(shows) ? shows.filter(isSpokenShow) : [];
  } catch {
    // The page says enough without it, and an operator's own search backend may not have it.
    return [];
  }
}

function isSpokenShow(value: unknown): value is SpokenShow {
  if (typeof value !== 'object' || value === null) return false;
  const { podcast, episodes, spoken } = value as Partial<Record<keyof SpokenShow, unknown>>;
  return typeof podcast === 'string' && Number.isInteger(episodes) && Number.isInteger(spoken);
}
