import { log } from '../platform/log.ts';
import { findUser } from '../platform/find-user.ts';
import { database } from '../platform/firebase-admin.ts';
import type { UnsubscribeKeys } from '../platform/mail-config.ts';
import { excludeFromAlert, stopAlert } from './alert-actions.ts';
import type { LinkAction } from './link-action.ts';
import type { LinkPage } from './link-page.ts';
import { type GrantOf, type LinkGrant, readLink, signLink } from './link-token.ts';
import { setCadence, stopAll } from './person-actions.ts';
import type { LinkWish } from './unsubscribe-form.ts';

type Kind = LinkGrant['kind'];
type Answer<Grant> = (
  grant: Grant,
  wish: LinkWish,
  keys: UnsubscribeKeys,
) => Promise<LinkPage | null>;

const ACTIONS: { readonly [K in Kind]: Answer<GrantOf<K>> } = {
  'stop-all': answerWith(stopAll),
  'stop-alert': answerWith(stopAlert),
  exclude: answerWith(excludeFromAlert),
  cadence: answerWith(setCadence),
};

/** Null for an invalid signature, or for a wish that the token does not grant. */
export async function answerLink(
  token: string,
  wish: LinkWish,
  keys: UnsubscribeKeys,
): Promise<LinkPage | null> {
  const grant = readLink(token, keys);
  return grant === null ? null : answerGrant(grant.kind, grant, wish, keys);
}

function answerGrant<K extends Kind>(
  kind: K,
  grant: GrantOf<K>,
  wish: LinkWish,
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
    if (change === null && wish !== 'show') return null;
    // Documents of a deleted account must not be recreated.
    const state = (await findUser(grant.uid)) === null ? null : await inTransaction();
    const event = action.wish === 'stop' ? 'unsubscribe' : 'alert-change';
    log('info', event, { wish, grants: grant.kind, isGone: state === null });
    if (state === null) return goneFor(action.wish);
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

function goneFor(wish: 'stop' | 'change'): LinkPage {
  return {
    title: `There is nothing left to ${wish}`,
    text: 'The alert or the account that this email was about has been deleted. You will get no more emails about it.',
    button: null,
  };
}
