import { createHash } from 'node:crypto';
import { escapeUTF8 } from 'entities/escape';
import type { LinkWish } from './unsubscribe-form.ts';

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

/** Content-Security-Policy: loads nothing, posts only to the same origin. */
export const LINK_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

export interface LinkPage {
  title: string;
  text: string;
  button: LinkButton | null;
}

interface LinkButton {
  wish: LinkWish;
  label: string;
  /** Token to send instead of the one in the page's address. */
  token?: string;
}

/** Shown for an invalid signature or an unknown form. */
export const BAD_LINK: LinkPage = {
  title: 'This link does not work',
  text: 'It may be incomplete. Open it from the email again, or sign in and change your alerts there.',
  button: null,
};

/** Shown if the database does not answer in time. */
export const LATE_LINK: LinkPage = {
  title: 'That did not work',
  text: 'The database did not answer in time. Please open the link again in a few minutes.',
  button: null,
};

export const UNDO = { wish: 'undo', label: 'Undo' } as const;

/** @param proof From `signPage`, for the token that the button sends. */
function form({ wish, label, token }: LinkButton, proof: string): string {
  const action = token === undefined ? '' : ` action="?token=${escapeUTF8(token)}"`;
  return `<form method="post"${action}><input type="hidden" name="proof" value="${escapeUTF8(proof)}"><button name="wish" value="${wish}">${escapeUTF8(label)}</button></form>`;
}

/**
 * Returns a page without scripts. Anybody who has the page's address can press the button, so a meta tag keeps the
 * address out of referrers. A header would not do, because Hosting overrides Referrer-Policy.
 */
export function linkPage(
  { title, text, button }: LinkPage,
  { siteName, siteUrl, proof }: { siteName: string; siteUrl: string; proof: string },
): string {
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
${button === null ? '' : form(button, proof)}
<a href="${escapeUTF8(siteUrl)}/alerts">Manage your alerts</a>
</section>
</main>
</body>
</html>
`;
}
