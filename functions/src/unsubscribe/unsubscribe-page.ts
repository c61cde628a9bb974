import { createHash } from 'node:crypto';
import { escapeUTF8 } from 'entities/escape';
import type { UnsubscribeState } from './unsubscribe-store.ts';

const STYLE = `
:root{color-scheme:light dark;--canvas:light-dark(#faf8f4,#141210);--surface:light-dark(#fff,#1d1a17);--ink:light-dark(#1c1815,#f5f0e8);--soft:light-dark(#5d554b,#b8ad9e);--line:light-dark(#e6dfd3,#342f2a);--accent:light-dark(#f7a81b,#ffb22e);--link:light-dark(#8a5200,#ffc561)}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:1.0625rem/1.6 'Instrument Sans','Segoe UI',system-ui,-apple-system,'Helvetica Neue',Arial,sans-serif}
main{margin:0 auto;max-width:34rem;padding:min(12vh,6rem) 1.25rem 3rem}
section{background:var(--surface);border:1px solid var(--line);border-radius:1rem;padding:clamp(1.5rem,6vw,2.5rem)}
h1{font-size:clamp(1.4rem,5vw,1.75rem);letter-spacing:-.02em;line-height:1.25;margin:0 0 .75rem;overflow-wrap:anywhere;text-wrap:balance}
p{color:var(--soft);margin:0 0 1.5rem;overflow-wrap:anywhere}
.name{color:var(--ink);font-weight:700;letter-spacing:-.02em;margin:0 0 1.25rem}
.name a{color:inherit;text-decoration:none}
form{margin:0 0 1.25rem}
button{background:var(--accent);border:0;border-radius:.7rem;color:#1d1503;cursor:pointer;font:inherit;font-weight:600;min-height:2.75rem;padding:.6rem 1.2rem}
section>a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
`;

/** The page's content security policy: it loads nothing and posts only to itself. */
export const UNSUBSCRIBE_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

interface PageText {
  title: string;
  text: string;
  /** What the page's button does; null for a page without one. */
  button: { wish: 'stop' | 'undo'; label: string } | null;
}

/** `change` is what the request has just done, null when it only looked. */
export interface UnsubscribePage {
  state: UnsubscribeState | { kind: 'bad-link' };
  change: 'stop' | 'undo' | null;
  siteName: string;
  siteUrl: string;
}

/**
 * The unsubscribe endpoint's page, a whole HTML document that works without scripts. It tells no
 * other site its address, because anybody who has the address can unsubscribe; the document says so
 * itself, because Hosting's headers would override ours.
 */
export function unsubscribePage({ state, change, siteName, siteUrl }: UnsubscribePage): string {
  const { title, text, button } = pageText(state, change);
  const form =
    button === null
      ? ''
      : `<form method="post"><button name="wish" value="${button.wish}">${button.label}</button></form>`;
  const name = escapeUTF8(siteName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${escapeUTF8(title)} · ${name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="name"><a href="${escapeUTF8(siteUrl)}/">${name}</a></p>
<section>
<h1>${escapeUTF8(title)}</h1>
<p>${escapeUTF8(text)}</p>
${form}
<a href="${escapeUTF8(siteUrl)}/alerts">Manage your alerts</a>
</section>
</main>
</body>
</html>
`;
}

function pageText(state: UnsubscribePage['state'], change: UnsubscribePage['change']): PageText {
  switch (state.kind) {
    case 'bad-link':
      return {
        title: 'This link does not work',
        text: 'Part of it may be missing. Open it from the email again, or sign in and change your alerts there.',
        button: null,
      };
    case 'gone':
      return {
        title: 'There is nothing left to stop',
        text: 'The alert or the account that this email was about has been deleted. You will get no more emails about it.',
        button: null,
      };
    case 'all':
      return state.stopped ? allStopped : change === 'undo' ? allComing : allAsked;
    case 'alert':
      return alertText(`“${state.keyword}”`, state.stopped, change);
  }
}

const undo = { wish: 'undo', label: 'Undo' } as const;

const allAsked: PageText = {
  title: 'Stop all alert emails?',
  text: 'You will get no more emails about your keywords. They stay saved, and you can turn the emails on again at any time.',
  button: { wish: 'stop', label: 'Unsubscribe from all alerts' },
};

const allStopped: PageText = {
  title: 'You are unsubscribed',
  text: 'You will get no more alert emails. Your keywords stay saved.',
  button: undo,
};

const allComing: PageText = {
  title: 'Your alert emails are on again',
  text: 'You will hear about new episodes as before.',
  button: null,
};

function alertText(keyword: string, stopped: boolean, change: UnsubscribePage['change']): PageText {
  if (stopped) {
    return {
      title: `The alert for ${keyword} is paused`,
      text: 'You will get no more emails about it. Your other alerts continue as before.',
      button: undo,
    };
  }
  if (change === 'undo') {
    return {
      title: `The alert for ${keyword} is on again`,
      text: 'You will hear about new episodes that mention it.',
      button: null,
    };
  }
  return {
    title: `Pause the alert for ${keyword}?`,
    text: 'You will get no more emails about it. Your other alerts continue as before, and you can resume this one at any time.',
    button: { wish: 'stop', label: 'Pause this alert' },
  };
}
