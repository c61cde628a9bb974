import { MAX_KEYWORD_LENGTH, MAX_KEYWORDS } from 'functions/contract';

/** The alerts a visitor wanted before they had an account to save them in. */
export interface AlertIntent {
  /** One alert each. At least one. */
  keywords: readonly string[];
  /** What the same topic is called as well; to be offered once its alert is saved. */
  otherNames: readonly string[];
}

interface KeptIntent extends AlertIntent {
  keptAtMs: number;
  /** The account it was offered to; absent until somebody has signed in. */
  uid?: string;
}

const KEY = 'earshot.alert-intent';
const MAX_AGE_MS = 3_600_000;

/**
 * Remembers what a visitor wanted, for an hour and for this tab: through signing up or in, a
 * redirect to Google and back, and reloads. A browser that refuses storage remembers nothing.
 */
export function keepIntent(
  { keywords, otherNames }: AlertIntent,
  nowMs: number = Date.now(),
): void {
  write({ keywords, otherNames, keptAtMs: nowMs });
}

/**
 * What was wanted, to be offered to this account, or null. The first account it is read for is the
 * only one: who signs in after another person is not offered what that person wanted.
 */
export function readIntent(uid: string, nowMs: number = Date.now()): AlertIntent | null {
  const kept = read();
  const ageMs = kept ? nowMs - kept.keptAtMs : 0;
  const isOthers = kept?.uid !== undefined && kept.uid !== uid;
  if (!kept || ageMs < 0 || ageMs > MAX_AGE_MS || isOthers) {
    forgetIntent();
    return null;
  }
  write({ ...kept, uid });
  return { keywords: kept.keywords, otherNames: kept.otherNames };
}

/** Called once the alerts are saved, or the person does not want them. */
export function forgetIntent(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was remembered either.
  }
}

function write(intent: KeptIntent): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(intent));
  } catch {
    // The person presses the button once more after signing in.
  }
}

function read(): KeptIntent | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isKept(value) ? value : null;
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is KeptIntent {
  if (typeof value !== 'object' || value === null) return false;
  const { keywords, otherNames, keptAtMs, uid } = value as Record<string, unknown>;
  return (
    areKeywords(keywords) &&
    keywords.length > 0 &&
    areKeywords(otherNames) &&
    typeof keptAtMs === 'number' &&
    (uid === undefined || typeof uid === 'string')
  );
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
