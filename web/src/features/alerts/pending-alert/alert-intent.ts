import type { AlertChoice } from 'functions/contract';

/**
 * What a visitor wanted before they had an account. After signing in, alerts are saved; for a show, the form that
 * adds one opens.
 */
export interface AlertIntent extends AlertChoice {
  /** At least one keyword. `alertKeywords` tells which alerts they become. */
  keywords: readonly string[];
  /** Other names of the same topic, offered once its alert is saved. */
  otherNames: readonly string[];
  /** True if the visitor wanted to add a show; `keywords` are then what they had typed to find it. */
  isShow?: boolean;
}

export interface KeptIntent extends AlertIntent {
  keptAtMs: number;
  /** Id of the first account that signed in afterwards and read this; absent until then. */
  uid?: string;
}

/** Key of `sessionStorage`; the script in index.html writes it, too. */
const KEY = 'earshot.alert-intent';

/**
 * Stores what a visitor wanted, for this tab: it survives the sign-in pages, a redirect to Google and back, and
 * reloads. Does nothing if the browser refuses storage.
 */
export function keepIntent(intent: AlertIntent, nowMs: number = Date.now()): void {
  storeIntent({ ...intent, keptAtMs: nowMs });
}

/** The stored text, not validated; null if there is none. */
export function storedIntent(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Removes the stored intent, once the alerts are saved or the person does not want them. */
export function forgetIntent(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Replaces the stored intent. */
export function storeIntent(intent: KeptIntent): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(intent));
  } catch {
    // Without storage, the person presses the button again after signing in.
  }
}
