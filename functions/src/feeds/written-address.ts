import { percentDecoded } from '../contract/index.ts';

/** Matches URL schemes by which links add a feed to an app. */
const APP_SCHEME =
  /^(?:feed|feeds|pcast|itpc|rss|podcast|podcasts|itms-podcasts?|itms-pcast|itms|antennapod-subscribe|podcastaddict|podkicker|downcast|pktc|castro|overcast|downcastfeed|beyondpod|doggcatcher):(?:\/\/)?(?=\S)(?:subscribe\/|x-callback-url\/add\?url=)?/i;

const SPOTIFY_URI = /^spotify:(show|episode):(\w+)$/i;

const BARE_ADDRESS = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d+)?(?:[/?]\S*)?$/i;

export function appAddress(text: string): string | null {
  const [, kind, id] = SPOTIFY_URI.exec(text) ?? [];
  if (kind !== undefined) return `https://open.spotify.com/${kind.toLowerCase()}/${id}`;
  const scheme = APP_SCHEME.exec(text);
  if (scheme === null) return null;
  const rest = percentDecoded(text.slice(scheme[0].length));
  return /^https?:/i.test(rest) ? rest : `https://${rest.replace(/^\/+/, '')}`;
}

/** Null if the text does not begin with a host name. */
export function bareAddress(text: string): string | null {
  return BARE_ADDRESS.test(text) ? `https://${text}` : null;
}

const OPENING = /^[<([{"'“„«‹]+/;
const CLOSING = '>)]}"\'”“»›,.;:!?';

/** Strips the brackets, quotes and punctuation around a link. */
export function bareLink(text: string): string {
  const link = text.replace(OPENING, '');
  let end = link.length;
  for (; end > 0 && CLOSING.includes(link.charAt(end - 1)); end -= 1) {
    // The last bracket of https://example.com/a_(b) belongs to the link.
    const inside = link.slice(0, end);
    if (inside.endsWith(')') && inside.lastIndexOf('(') !== -1 && isBalanced(inside)) break;
  }
  return link.slice(0, end);
}

function isBalanced(text: string): boolean {
  return text.split('(').length === text.split(')').length;
}
