import {
  type DocumentData,
  type DocumentReference,
  FieldPath,
  FieldValue,
  type Transaction,
} from 'firebase-admin/firestore';
import {
  alertName,
  type AlertQuery,
  describeAlert,
  excludedTerms,
  excludeTerm,
  isExcluded,
  isGroup,
  NO_ROOM_TO_EXCLUDE,
  parseQuery,
  restoredTexts,
} from '../../contract/index.ts';
import { findAlert, OF_THIS_MAIL } from './alert-actions.ts';
import { exactMs, type LinkAction } from './link-action.ts';
import { UNDO } from './link-page.ts';
import { mayRestoreTerm } from './link-rules.ts';
import type { GrantOf } from './link-token.ts';
import { saidOf } from './said-alert.ts';

interface Exclusion {
  ref: DocumentReference;
  alert: AlertQuery;
  /** True if the query changed since the mail in more than its exclusions. */
  isReworded: boolean;
  /** True if the mail showed the same query, with or without the exclusion. The page then names the alert. */
  isAsSaid: boolean;
  isExcluded: boolean;
  mayUndo: boolean;
  isFull: boolean;
  /** True if the change gave two alerts the same keyword, which digests show as one. */
  isDouble: boolean;
}

export const excludeFromAlert: LinkAction<GrantOf<'exclude'>, Exclusion> = {
  wish: 'change',
  async read(transaction, grant, firestore) {
    const found = await findAlert(transaction, grant, firestore);
    if (found === null) return null;
    const { ref, alert, fields } = found;
    const asMailed = [alert, ...restoredTexts(alert, grant.term)].map(saidOf);
    return {
      ref,
      alert,
      isReworded: isReworded(alert, fields, grant),
      isAsSaid: grant.said !== undefined && asMailed.includes(grant.said),
      isExcluded: isExcluded(alert, grant.term),
      mayUndo: isOfLink(fields, grant.term),
      isFull: excludeTerm(alert, grant.term) === null,
      isDouble: false,
    };
  },
  async apply(transaction, { term }, state) {
    const wanted = excludeTerm(state.alert, term);
    if (state.isReworded || wanted === null || wanted.keyword === state.alert.keyword) return state;
    const changed = await changeKeyword(transaction, state, wanted, {
      term,
      since: FieldValue.serverTimestamp(),
    });
    return { ...changed, isExcluded: true, mayUndo: true };
  },
  async undo(transaction, { term, said }, state) {
    if (!state.mayUndo || state.isReworded) return state;
    const restored = restoredTexts(state.alert, term);
    const wanted = restored.find((each) => saidOf(each) === said) ?? restored[0];
    if (wanted === undefined || wanted.keyword === state.alert.keyword) return state;
    const changed = await changeKeyword(transaction, state, wanted, {
      term,
      since: FieldValue.delete(),
    });
    return { ...changed, isExcluded: false };
  },
  describe(state, { term }, isUndone) {
    const { alert, isReworded, isAsSaid, isExcluded, mayUndo, isFull, isDouble } = state;
    const [part] = parseQuery([`-${term}`]).not;
    const { text: words, field } = part && !isGroup(part) ? part : { text: term, field: 'text' };
    const name = field === 'show' ? `the show “${words}”` : `“${words}”`;
    const ofAlert = isAsSaid ? `for “${alertName(alert)}”` : OF_THIS_MAIL;
    const watches = isAsSaid ? watchedFor(alert) : '';
    const besides = isDouble ? ' You now have two equal alerts. Emails show them as one.' : '';
    if (isExcluded) {
      return {
        title: `Your alert now excludes ${name}`,
        text: `${watches}${besides}`,
        button: mayUndo && !isReworded ? UNDO : null,
      };
    }
    if (isReworded) {
      return {
        title: 'Your alert has changed since this email',
        text: 'This link no longer works. Sign in to change the alert.',
        button: null,
      };
    }
    if (isUndone) {
      return {
        title: `Your alert no longer excludes ${name}`,
        text: `${watches}${besides}`,
        button: null,
      };
    }
    if (isFull) {
      return {
        title: `${name.charAt(0).toUpperCase()}${name.slice(1)} cannot be excluded`,
        text: NO_ROOM_TO_EXCLUDE,
        button: null,
      };
    }
    const goes =
      field === 'show'
        ? 'You will get no more emails about episodes of shows with these words in their name.'
        : 'You will get no more emails about episodes that mention it.';
    return {
      title: `Exclude ${name} from your alert ${ofAlert}?`,
      text: `${goes} Everything else continues as before, and you can undo it at any time.`,
      button: { wish: 'change', label: 'Exclude it' },
    };
  },
};

/** Links from before version 1.0 contain no hash of the query, so they work only if the alert never changed. */
function isReworded(
  alert: AlertQuery,
  { changedAt }: DocumentData,
  { said, term }: GrantOf<'exclude'>,
): boolean {
  if (said === undefined) return changedAt !== undefined && !isExcluded(alert, term);
  const versions: AlertQuery[] = [alert];
  let before: AlertQuery[] = [alert];
  // Exclusions are appended, so removing them from the end restores the earlier queries.
  for (const excluded of excludedTerms(alert).reverse()) {
    before = distinct(before.flatMap((each) => restoredTexts(each, excluded)));
    versions.push(...before);
  }
  return ![...versions, ...restoredTexts(alert, term)].map(saidOf).includes(said);
}

function distinct(alerts: readonly AlertQuery[]): AlertQuery[] {
  return [...new Map(alerts.map((alert) => [alert.keyword, alert])).values()];
}

function watchedFor(alert: AlertQuery): string {
  const mentions =
    alert.language !== undefined ? '' : `Episodes that mention “${alertName(alert)}”. `;
  return `${mentions}${describeAlert(alert) ?? ''}`.trim();
}

function isOfLink({ excluded, excludedByLink }: DocumentData, term: string): boolean {
  const timeIn = (times: unknown) => exactMs(((times ?? {}) as Record<string, unknown>)[term]);
  const times = { excludedAtMs: timeIn(excluded), byLinkAtMs: timeIn(excludedByLink) };
  return mayRestoreTerm(times, Date.now());
}

async function changeKeyword(
  transaction: Transaction,
  state: Exclusion,
  wanted: AlertQuery,
  { term, since }: { term: string; since: FieldValue },
): Promise<Exclusion> {
  const { ref, alert } = state;
  const same = await transaction.get(ref.parent.where('keyword', '==', wanted.keyword).limit(2));
  transaction.update(
    ref,
    new FieldPath('excluded', term),
    since,
    new FieldPath('excludedByLink', term),
    since,
    'keyword',
    wanted.keyword,
    'language',
    wanted.language ?? FieldValue.delete(),
    'changedAt',
    FieldValue.serverTimestamp(),
  );
  const isDouble = same.docs.some(({ id }) => id !== ref.id);
  const { spoken, onlyAbout } = alert;
  return { ...state, alert: { ...wanted, spoken, onlyAbout }, isDouble };
}
