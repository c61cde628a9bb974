import type { AlertChoice } from 'functions/contract';
import { keptText } from '#shared/text/kept-text.ts';

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

/** The script in index.html writes it, too. */
const kept = keptText('sessionStorage', 'earshot.alert-intent');

/**
 * Stores what a visitor wanted, for this tab: it survives the sign-in pages, a redirect to Google and back, and
 * reloads. Without storage, the person presses the button again after signing in.
 */
export function keepIntent(intent: AlertIntent, nowMs: number = Date.now()): void {
  storeIntent({ ...intent, keptAtMs: nowMs });
}

/** The stored text, not validated; null if there is none. */
export function storedIntent(): string | null {
  return kept.read();
}

/** Removes the stored intent, once the alerts are saved or the person does not want them. */
export function forgetIntent(): void {
  kept.write(null);
}

/** Replaces the stored intent. */
export function storeIntent(intent: KeptIntent): void {
  kept.write(JSON.stringify(intent));
}
