import {
  alertName,
  type Cadence,
  describeAlert,
  NO_ROOM_TO_LEAVE_OUT,
  readQuestion,
} from '../contract/index.ts';
import type { Change, ChangeState } from './change-store.ts';
import { type LinkPage, UNDO } from './link-page.ts';

/**
 * The text of the page behind a link that changes an alert or the cadence.
 * @param change What the request has just done; null if it only looked.
 * @param undoToken A token that brings back the cadence from before, for a state of kind `cadence`.
 */
export function changePage(state: ChangeState, change: Change | null, undoToken: string): LinkPage {
  switch (state.kind) {
    case 'gone':
      return {
        title: 'There is nothing left to change',
        text: 'The alert or the account that this email was about has been deleted. You will get no more emails about it.',
        button: null,
      };
    case 'alert':
      return leaveOutPage(state, change);
    case 'cadence':
      return cadencePage(state, undoToken);
  }
}

function leaveOutPage(
  { alert, term, isLeftOut, isFull, isDouble }: Extract<ChangeState, { kind: 'alert' }>,
  change: Change | null,
): LinkPage {
  const [{ text: words, field } = { text: term, field: 'text' }] = readQuestion([`-${term}`]).not;
  const name = field === 'show' ? `the show “${words}”` : `“${words}”`;
  const ofAlert = `“${alertName(alert)}”`;
  const watches =
    (alert.language === 1 ? '' : `Episodes that mention ${ofAlert}. `) +
    (describeAlert(alert) ?? '');
  const besides = isDouble
    ? ' Another of your alerts is the same now, so your emails show the two as one.'
    : '';
  if (isLeftOut) {
    return {
      title: `Your alert leaves out ${name} now`,
      text: `${watches.trim()}${besides}`,
      button: UNDO,
    };
  }
  if (change === 'undo') {
    return {
      title: `Your alert does not leave out ${name} any more`,
      text: `${watches.trim()}${besides}`,
      button: null,
    };
  }
  if (isFull) {
    return {
      title: `${name.charAt(0).toUpperCase()}${name.slice(1)} cannot be left out`,
      text: NO_ROOM_TO_LEAVE_OUT,
      button: null,
    };
  }
  const goes =
    field === 'show'
      ? 'You will get no more emails about episodes of shows with these words in their name.'
      : 'You will get no more emails about episodes that mention it.';
  return {
    title: `Leave ${name} out of your alert for ${ofAlert}?`,
    text: `${goes} Everything else continues as before, and you can undo it at any time.`,
    button: { wish: 'change', label: 'Leave it out' },
  };
}

/** How often emails come: what follows "your alert emails". */
const COMING: Record<Cadence, string> = {
  hourly: 'come whenever there are new episodes',
  daily: 'come once a day',
  weekly: 'come once a week',
  paused: 'are off',
};

function cadencePage(
  { now, to, before }: Extract<ChangeState, { kind: 'cadence' }>,
  undoToken: string,
): LinkPage {
  if (now === to) {
    return {
      title: `Your alert emails ${comingOf(to)} now`,
      text:
        to === 'paused'
          ? 'You can turn them on again at any time.'
          : 'Each has what is new for all of your alerts.',
      button: before === to ? null : { wish: 'change', label: 'Undo', token: undoToken },
    };
  }
  return {
    title: to === 'weekly' ? 'Get one email a week instead?' : 'Change it back?',
    text: `Now your alert emails ${comingOf(now)}. After this they ${comingOf(to)}. You can change it at any time.`,
    button: { wish: 'change', label: to === 'weekly' ? 'Get one email a week' : 'Change it back' },
  };
}

/** @param cadence Of a link, which may be older than the list. */
function comingOf(cadence: string): string {
  return new Map(Object.entries(COMING)).get(cadence) ?? `come as chosen (${cadence})`;
}
