import { HOUR_MS, MAX_KEYWORD_LENGTH, MAX_KEYWORDS, SHOW_ID } from 'functions/contract';
import {
  type AlertIntent,
  forgetIntent,
  type KeptIntent,
  storedIntent,
  storeIntent,
} from './alert-intent.ts';

const MAX_AGE_MS = HOUR_MS;

/**
 * Returns this tab's intent if it is at most an hour old, else null. The intent belongs to the first account
 * that reads it, so that nobody else who signs in gets it.
 */
export function readIntent(uid: string, nowMs: number = Date.now()): AlertIntent | null {
  const kept = read();
  const ageMs = kept ? nowMs - kept.keptAtMs : 0;
  const isOthers = kept?.uid !== undefined && kept.uid !== uid;
  if (!kept || ageMs < 0 || ageMs > MAX_AGE_MS || isOthers) {
    forgetIntent();
    return null;
  }
  storeIntent({ ...kept, uid });
  const { keywords, otherNames, spoken, onlyAbout, isShow, showId } = kept;
  return {
    keywords,
    otherNames,
    ...(spoken === false && { spoken }),
    ...(onlyAbout === true && { onlyAbout }),
    ...(isShow === true && { isShow }),
    ...(showId !== undefined && { showId }),
  };
}

/** What happens once this visitor has signed up: `keywords` are saved as alerts, or a show is followed. */
export function intendedNames(nowMs: number = Date.now()): { keywords: string[]; show: string } {
  const kept = read();
  const ageMs = kept ? nowMs - kept.keptAtMs : 0;
  const isOld = ageMs < 0 || ageMs > MAX_AGE_MS;
  if (!kept || isOld || kept.uid !== undefined) return { keywords: [], show: '' };
  const [first = ''] = kept.keywords;
  if (kept.isShow) return { keywords: [], show: kept.showId === undefined ? '' : first };
  return { keywords: [...kept.keywords], show: '' };
}

function read(): KeptIntent | null {
  try {
    const value: unknown = JSON.parse(storedIntent() ?? 'null');
    return isKept(value) ? value : null;
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is KeptIntent {
  if (typeof value !== 'object' || value === null) return false;
  const kept = value as Record<string, unknown>;
  const { keywords, otherNames, spoken, onlyAbout, isShow, showId, keptAtMs, uid } = kept;
  return (
    areKeywords(keywords) &&
    keywords.length > 0 &&
    areKeywords(otherNames) &&
    isChoice(spoken) &&
    isChoice(onlyAbout) &&
    isChoice(isShow) &&
    (showId === undefined || (typeof showId === 'string' && SHOW_ID.test(showId))) &&
    typeof keptAtMs === 'number' &&
    (uid === undefined || typeof uid === 'string')
  );
}

function isChoice(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean';
}

function areKeywords(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length <= MAX_KEYWORDS &&
    value.every(
      (keyword) =>
        typeof keyword === 'string' &&
        keyword.trim() !== '' &&
        keyword.length <= MAX_KEYWORD_LENGTH,
    )
  );
}
