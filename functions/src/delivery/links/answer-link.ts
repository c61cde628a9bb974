import { log } from '../../platform/log.ts';
import { findUser } from '../../platform/find-user.ts';
import { database } from '../../platform/firebase-admin.ts';
import type { UnsubscribeKeys } from '../../platform/mail-config.ts';
import { pauseAlert, stopAlert } from './alert-actions.ts';
import { excludeFromAlert } from './exclude-action.ts';
import type { LinkAction } from './link-action.ts';
import type { LinkPage } from './link-page.ts';
import {
  type GrantOf,
  isPageProof,
  type LinkGrant,
  readLink,
  signLink,
  signPage,
} from './link-token.ts';
import { setCadence, stopAll } from './person-actions.ts';
import type { LinkForm, LinkWish } from './unsubscribe-form.ts';

type Kind = LinkGrant['kind'];
type Answer<Grant> = (
  grant: Grant,
  wish: LinkWish | null,
  keys: UnsubscribeKeys,
) => Promise<LinkPage | null>;

const ACTIONS: { readonly [K in Kind]: Answer<GrantOf<K>> } = {
  'one-click': answerWith(stopAll),
  'stop-all': answerWith(stopAll),
  'stop-alert': answerWith(stopAlert),
  'pause-alert': answerWith(pauseAlert),
  exclude: answerWith(excludeFromAlert),
  cadence: answerWith(setCadence),
};

export interface AnsweredLink {
  page: LinkPage;
  proof: string;
  /** False for a POST that neither presses the page's button nor is one-click unsubscribing. */
  isAccepted: boolean;
}

/**
 * Returns null if the signature is invalid or the token does not grant the wish.
 * @param form Null for GET, which only describes the action.
 */
export async function answerLink(
  token: string,
  form: LinkForm | null,
  keys: UnsubscribeKeys,
): Promise<AnsweredLink | null> {
  const grant = readLink(token, keys);
  if (grant === null) return null;
  const wish =
    form === null ? null : wishOf(form, grant, (proof) => isPageProof(proof, token, keys));
  const page = await answerGrant(grant.kind, grant, wish, keys);
  if (page === null) return null;
  const proof = signPage(page.button?.token ?? token, keys);
  return { page, proof, isAccepted: form === null || wish !== null };
}

/**
 * Link scanners POST to every link of a mail, so a bare POST counts only for the header's link. Before version 1.1,
 * header and body shared one link, so a POST to that one must contain the form of one-click unsubscribing.
 */
function wishOf(
  { press, isOneClick }: LinkForm,
  { kind }: LinkGrant,
  isProof: (proof: string) => boolean,
): LinkWish | null {
  if (press !== null && isProof(press.proof)) return press.wish;
  return kind === 'one-click' || (kind === 'stop-all' && isOneClick) ? 'stop' : null;
}

function answerGrant<K extends Kind>(
  kind: K,
  grant: GrantOf<K>,
  wish: LinkWish | null,
  keys: UnsubscribeKeys,
): Promise<LinkPage | null> {
  return ACTIONS[kind](grant, wish, keys);
}

function answerWith<Grant extends LinkGrant, State>(
  action: LinkAction<Grant, State>,
): Answer<Grant> {
  return async (grant, wish, keys) => {
    const isUndone = wish === 'undo';
    const change = wish === action.wish ? action.apply : isUndone ? action.undo : null;
    if (change === null && wish !== null) return null;
    // Never recreate documents of a deleted account.
    const state = (await findUser(grant.uid)) === null ? null : await inTransaction();
    const event = action.wish === 'stop' ? 'unsubscribe' : 'alert-change';
    log('info', event, { wish: wish ?? 'show', grants: grant.kind, isGone: state === null });
    if (state === null) return GONE;
    return action.describe(state, grant, isUndone, (other) => signLink(other, keys));

    async function inTransaction(): Promise<State | null> {
      const firestore = await database();
      return firestore.runTransaction(async (transaction) => {
        const before = await action.read(transaction, grant, firestore);
        if (before === null || change === null) return before;
        return change(transaction, grant, before);
      });
    }
  };
}

const GONE: LinkPage = {
  title: 'This alert no longer exists',
  text: 'The alert, or the account that it belonged to, was deleted. You will get no more emails about it.',
  button: null,
};
