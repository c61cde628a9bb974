import { type FollowedShow, isPausedAt, queryOfAlert } from 'functions/contract';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { writeCsv } from '#shared/text/write-csv.ts';
import { inOneLine, STATE_COLUMNS } from './read-list.ts';

type Exported = Pick<
  SavedAlert,
  'keyword' | 'language' | 'spoken' | 'onlyAbout' | 'mail' | 'paused' | 'pausedUntilMs'
>;

/** Exports one query per line, without the alert's settings. */
export function textOfAlerts(alerts: readonly Exported[]): string {
  return alerts.map((alert) => `${inOneLine(queryOfAlert(alert))}\n`).join('');
}

export function csvOfAlerts(alerts: readonly Exported[]): string {
  const rows = alerts.map((alert) => [
    inOneLine(queryOfAlert(alert)),
    ...statesOf(alert).map(yesOrNo),
  ]);
  return writeCsv([['keyword', ...STATE_COLUMNS], ...rows]);
}

/** Returns the values of {@link STATE_COLUMNS}, in that order. */
/** A pause that ends by itself is left out, because lists have no dates. */
function statesOf({ spoken, mail, onlyAbout, ...pause }: Exported): boolean[] {
  const isPaused = isPausedAt(pause, Infinity);
  return [spoken === false, isPaused, mail !== false, onlyAbout === true];
}

const yesOrNo = (is: boolean) => (is ? 'yes' : 'no');

export function opmlOfShows(
  shows: readonly Pick<FollowedShow, 'title' | 'feedUrl' | 'link'>[],
): string {
  const outlines = shows.map(({ title, feedUrl, link = '' }) => {
    const home = link === '' ? '' : ` htmlUrl="${escaped(link)}"`;
    return `    <outline type="rss" text="${escaped(title)}" xmlUrl="${escaped(feedUrl)}"${home}/>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
  <head><title>Shows</title></head>
  <body>
${outlines.join('')}  </body>
</opml>
`;
}

/** Escapes text for XML. Omits characters that XML cannot contain. */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replace(/[\t\n\r]/g, (blank) => `&#${blank.charCodeAt(0)};`)
  );
}
