import { alertName, type AskedAlert, describeAlert } from '../contract/index.ts';
import { type LinkPage, UNDO } from './link-page.ts';
import type { UnsubscribeChange, UnsubscribeState } from './unsubscribe-store.ts';

/**
 * The text of the page behind a link that stops emails.
 * @param change What the request has just done; null if it only looked.
 */
export function unsubscribePage(
  state: UnsubscribeState,
  change: UnsubscribeChange | null,
): LinkPage {
  switch (state.kind) {
    case 'gone':
      return {
        title: 'There is nothing left to stop',
        text: 'The alert or the account that this email was about has been deleted. You will get no more emails about it.',
        button: null,
      };
    case 'all':
      return state.stopped ? allStopped : change === 'undo' ? allComing : allAsked;
    case 'alert':
      return alertPage(state.alert, state.stopped, change);
  }
}

const allAsked: LinkPage = {
  title: 'Stop all alert emails?',
  text: 'You will get no more emails about your keywords. They stay saved, and you can turn the emails on again at any time.',
  button: { wish: 'stop', label: 'Unsubscribe from all alerts' },
};

const allStopped: LinkPage = {
  title: 'You are unsubscribed',
  text: 'You will get no more alert emails. Your keywords stay saved.',
  button: UNDO,
};

const allComing: LinkPage = {
  title: 'Your alert emails are on again',
  text: 'You will hear about new episodes as before.',
  button: null,
};

function alertPage(
  alert: AskedAlert,
  stopped: boolean,
  change: UnsubscribeChange | null,
): LinkPage {
  const name = `“${alertName(alert)}”`;
  const asked = describeAlert(alert);
  // What a question watches for is said in plain words, as the mail and the list say it.
  const saying = (text: string) => (asked === null ? text : `${asked} ${text}`);
  if (stopped) {
    return {
      title: `The alert for ${name} is paused`,
      text: saying('You will get no more emails about it. Your other alerts continue as before.'),
      button: UNDO,
    };
  }
  if (change === 'undo') {
    return {
      title: `The alert for ${name} is on again`,
      text: asked ?? 'You will hear about new episodes that mention it.',
      button: null,
    };
  }
  return {
    title: `Pause the alert for ${name}?`,
    text: saying(
      'You will get no more emails about it. Your other alerts continue as before, and you can resume this one at any time.',
    ),
    button: { wish: 'stop', label: 'Pause this alert' },
  };
}
