import type { UnsubscribeKeys } from '../platform/mail-config.ts';
import { log } from '../platform/log.ts';
import { changePage } from './change-page.ts';
import { changeByLink } from './change-store.ts';
import { type ChangeGrant, readChange, signChange } from './change-token.ts';
import type { LinkPage } from './link-page.ts';
import type { LinkWish } from './unsubscribe-form.ts';
import { unsubscribePage } from './unsubscribe-page.ts';
import { changeUnsubscribeState, readUnsubscribeState } from './unsubscribe-store.ts';
import { readUnsubscribe, type UnsubscribeGrant } from './unsubscribe-token.ts';

/**
 * Carries out what an email's link grants, as far as it was asked for. Null for a token that we did not
 * sign, or that does not grant this.
 */
export async function answerLink(
  token: string,
  wish: LinkWish,
  keys: UnsubscribeKeys,
): Promise<LinkPage | null> {
  const stop = readUnsubscribe(token, keys);
  if (stop !== null) return wish === 'change' ? null : answerStop(stop, wish);
  const change = readChange(token, keys);
  if (change === null || wish === 'stop') return null;
  return answerChange(change, wish, keys);
}

async function answerStop(
  grant: UnsubscribeGrant,
  wish: Exclude<LinkWish, 'change'>,
): Promise<LinkPage> {
  const change = wish === 'show' ? null : wish;
  const state =
    change === null
      ? await readUnsubscribeState(grant)
      : await changeUnsubscribeState(grant, change);
  const scope = grant.alertId === null ? 'all' : 'alert';
  log('info', 'unsubscribe', { wish, scope, became: state.kind });
  return unsubscribePage(state, change);
}

async function answerChange(
  grant: ChangeGrant,
  wish: Exclude<LinkWish, 'stop'>,
  keys: UnsubscribeKeys,
): Promise<LinkPage | null> {
  // Undoing a change of cadence needs a token of its own, which holds the cadence from before.
  if (grant.kind === 'cadence' && wish === 'undo') return null;
  const change = wish === 'show' ? null : wish;
  const state = await changeByLink(grant, change);
  log('info', 'alert-change', { wish, change: grant.kind, became: state.kind });
  const undo =
    state.kind === 'cadence'
      ? signChange({ ...grant, kind: 'cadence', to: state.before, from: state.to }, keys)
      : '';
  return changePage(state, change, undo);
}
