import type { AlertChoice } from 'functions/contract';
import { keptText } from '#shared/text/kept-text.ts';

/**
 * What a visitor wanted before signing in. Alerts are then saved; for a show, the form that adds it opens.
 */
export interface AlertIntent extends AlertChoice {
  /** At least one keyword. `alertKeywords` returns the alerts that they become. */
  keywords: readonly string[];
  /** Other names of the same topic, offered once its alert is saved. */
  otherNames: readonly string[];
  /** True if the visitor wanted to add a show; `keywords` are then the text typed to find it. */
  isShow?: boolean;
}

export interface KeptIntent extends AlertIntent {
  keptAtMs: number;
  /** The first account that signed in and read this; absent until then. */
  uid?: string;
}

/** The script in index.html also writes this key. */
const kept = keptText('sessionStorage', 'earshot.alert-intent');

/**
 * Stored for this tab: survives the sign-in pages, a redirect to Google and back, and reloads. Without
 * storage, the person presses the button again after signing in.
 */
export function keepIntent(intent: AlertIntent, nowMs: number = Date.now()): void {
  storeIntent({ ...intent, keptAtMs: nowMs });
}

/** Not validated; null if there is none. */
export function storedIntent(): string | null {
  return kept.read();
}

export function forgetIntent(): void {
  kept.write(null);
}

export function storeIntent(intent: KeptIntent): void {
  kept.write(JSON.stringify(intent));
}
