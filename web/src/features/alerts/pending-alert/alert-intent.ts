import type { AlertChoice } from 'functions/contract';

/** The alerts, or the show, that a visitor wanted before they had an account to save them in. */
export interface AlertIntent extends AlertChoice {
  /** One alert each. At least one. */
  keywords: readonly string[];
  /** What the same topic is called as well; to be offered once its alert is saved. */
  otherNames: readonly string[];
  /** True where the keywords are what a show was searched by that is to be added. */
  isShow?: boolean;
}

export interface KeptIntent extends AlertIntent {
  keptAtMs: number;
  /** The account it was offered to; absent until somebody has signed in. */
  uid?: string;
}

/** The script in index.html writes it too. */
const KEY = 'earshot.alert-intent';

/**
 * Remembers what a visitor wanted, for this tab: through signing up or in, a redirect to Google and
 * back, and reloads. A browser that refuses storage remembers nothing.
 */
export function keepIntent(intent: AlertIntent, nowMs: number = Date.now()): void {
  storeIntent({ ...intent, keptAtMs: nowMs });
}

/** What is stored, as it is stored: anything may have written it. Null where nothing is. */
export function storedIntent(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Called once the alerts are saved, or the person does not want them. */
export function forgetIntent(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // A browser that refuses storage has remembered nothing.
  }
}

/** Replaces what is stored. */
export function storeIntent(intent: KeptIntent): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(intent));
  } catch {
    // Without storage, the person presses the button again after signing in.
  }
}
