import type { AlertChoice } from 'functions/contract';
import { keptText } from '#shared/text/kept-text.ts';

/**
 * A visitor's request, stored during sign-in. Afterwards, alerts are saved; for a show, the form that adds it
 * opens.
 */
export interface AlertIntent extends AlertChoice {
  /** At least one keyword. `alertKeywords` converts them into the keywords of alerts. */
  keywords: readonly string[];
  /** Other names of the same topic, offered once its alert is saved. */
  otherNames: readonly string[];
  /** True if the visitor wanted to add a show; `keywords` are then its title, or the text typed to find it. */
  isShow?: boolean;
  /** Id of the show, if the visitor pressed "Follow" on its page. It is followed once the address is verified. */
  showId?: string;
}

export interface KeptIntent extends AlertIntent {
  keptAtMs: number;
  /** Id of the first account that has read the intent; missing until then. */
  uid?: string;
}

/** The script in index.html also writes this key. */
const kept = keptText('sessionStorage', 'earshot.alert-intent');

/**
 * Stores the intent for this tab, so that it survives the sign-in pages, a redirect to Google and reloads. If
 * the browser refuses storage, the person must press the button again.
 */
export function keepIntent(intent: AlertIntent, nowMs: number = Date.now()): void {
  storeIntent({ ...intent, keptAtMs: nowMs });
}

/** The stored JSON, not validated; null if there is none. */
export function storedIntent(): string | null {
  return kept.read();
}

export function forgetIntent(): void {
  kept.write(null);
}

export function storeIntent(intent: KeptIntent): void {
  kept.write(JSON.stringify(intent));
}
