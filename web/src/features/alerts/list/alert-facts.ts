import { isPausedAt, pauseEndMs } from 'functions/contract';
import { dayText, shortDate } from '#shared/text/dates.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { episodesText } from '#shared/text/number-text.ts';

export function lastMatchText({ atMs, episodes }: NonNullable<SavedAlert['lastMatch']>): string {
  return `Last match ${dayText(atMs)}, ${episodesText(episodes)}`;
}

export function createdText({ createdAtMs }: Pick<SavedAlert, 'createdAtMs'>): string {
  return `Created on ${shortDate(createdAtMs)}`;
}

/** Null for an alert that is mailed as usual. */
export function markText(
  alert: Pick<SavedAlert, 'paused' | 'pausedUntilMs' | 'mail'>,
): string | null {
  return pausedText(alert) ?? (alert.mail === false ? 'No email' : null);
}

/** Null if the alert is not paused. */
export function pausedText(alert: Pick<SavedAlert, 'paused' | 'pausedUntilMs'>): string | null {
  if (!isPausedAt(alert, Date.now())) return null;
  const endMs = pauseEndMs(alert);
  return endMs === undefined ? 'Paused' : `Paused until ${shortDate(endMs)}`;
}
