import { percentDecoded, webUrl } from '../../contract/index.ts';
import { appAddress, bareAddress, bareLink } from '../../feeds/written-address.ts';
import { isPrivateFeed } from '../../feeds/private-feed.ts';

/** The meaning of a person's text, as far as it is known without a request. */
export type Lead =
  /** A feed, or a page that links to a feed. `name` is set if the text could also be a name, such as "Node.js". */
  | { kind: 'address'; url: string; name?: string }
  | { kind: 'apple'; id: string }
  /** A link with an id of the Podcast Index, which is not looked up. */
  | { kind: 'index' }
  /** A show at a service that publishes no feeds; `title` comes from the link. */
  | { kind: 'titled'; service: string; url: string; oEmbed?: string; title?: string }
  | { kind: 'name'; name: string }
  | { kind: 'private' }
  | { kind: 'exclusive'; service: string }
  | { kind: 'video' }
  | { kind: 'unknown' };

/** Reads the links of one service. Returns null if the link does not lead to a show. */
type ReadLink = (url: URL) => Lead | null;

const APPLE_ID = '(\\d{6,12})(?!\\d)';
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/i;

/** Reads links that contain the show's number in Apple's directory, as links of several services do. */
const apple =
  (before: string): ReadLink =>
  ({ pathname, search }) => {
    const id = new RegExp(`(?:${before})${APPLE_ID}`, 'i').exec(pathname + search)?.[1];
    return id === undefined ? null : { kind: 'apple', id };
  };

/** Reads a link to a page that can contain the show's feed or its number in Apple's directory. */
const page: ReadLink = ({ href }) => feedLead(href);

const firstOf =
  (...readers: ReadLink[]): ReadLink =>
  (url) => {
    for (const read of readers) {
      const lead = read(url);
      if (lead !== null) return lead;
    }
    return null;
  };

const feedIn =
  (parameters: readonly string[], prefix?: RegExp): ReadLink =>
  ({ searchParams, pathname, search, hash }) => {
    const inQuery = parameters.map((name) => searchParams.get(name)).find((value) => value);
    const inPath = prefix?.test(pathname) === true ? pathname.replace(prefix, '') : undefined;
    const written =
      inQuery ?? (inPath === undefined ? undefined : percentDecoded(inPath) + search + hash);
    return written === undefined || written === '' ? null : feedLead(written);
  };

const index: ReadLink = ({ pathname, searchParams }) => {
  const id =
    UUID.exec(pathname)?.[0] ??
    /\/podcasts?\/(\d{1,12})(?:\/|$)/.exec(pathname)?.[1] ??
    searchParams.get('guid') ??
    searchParams.get('id');
  return id === null || !/^[\w-]{1,64}$/.test(id) ? null : { kind: 'index' };
};

const titled =
  (service: string, shape: RegExp, oEmbed?: string): ReadLink =>
  ({ href, pathname }) => {
    const match = shape.exec(pathname);
    if (match === null) return null;
    const title = match.groups?.['title'];
    return {
      kind: 'titled',
      service,
      url: href,
      ...(oEmbed !== undefined && { oEmbed: `${oEmbed}${encodeURIComponent(href)}` }),
      ...(title !== undefined && {
        title: percentDecoded(title)
          .replace(/[-_+]+/g, ' ')
          .trim(),
      }),
    };
  };

const YOUTUBE_FEED = 'https://www.youtube.com/feeds/videos.xml?';

const youTube: ReadLink = ({ href, pathname, searchParams }) => {
  if (pathname === '/feeds/videos.xml') return { kind: 'address', url: href };
  const list = searchParams.get('list');
  if (list !== null)
    return { kind: 'address', url: `${YOUTUBE_FEED}playlist_id=${encodeURIComponent(list)}` };
  const channel = /^\/channel\/(UC[\w-]{22})/.exec(pathname)?.[1];
  if (channel !== undefined)
    return { kind: 'address', url: `${YOUTUBE_FEED}channel_id=${channel}` };
  const user = /^\/user\/([\w.-]+)/.exec(pathname)?.[1];
  if (user !== undefined) return { kind: 'address', url: `${YOUTUBE_FEED}user=${user}` };
  // A handle's page links to the channel's feed.
  if (/^\/(?:@|c\/)[^/]+/.test(pathname)) return { kind: 'address', url: href };
  return /^\/(?:watch|(?:shorts|live|embed)\/\w)/.test(pathname) ? { kind: 'video' } : null;
};

/** A short link leads to a video, unless it contains a playlist. */
const shortYouTube: ReadLink = (url) => youTube(url) ?? { kind: 'video' };

const googlePodcasts: ReadLink = ({ pathname }) => {
  const coded = /^\/(?:u\/\d\/)?feed\/([\w-]+)/.exec(pathname)?.[1] ?? '';
  const written = Buffer.from(coded, 'base64url').toString();
  return /^https?:\/\/[!-~]+$/.test(written) ? feedLead(written) : null;
};

const googleResult: ReadLink = (url) =>
  url.pathname === '/url' ? feedIn(['q', 'url'])(url) : null;

const podbeanSite: ReadLink = ({ hostname, pathname, href }) => {
  if (/^feeds?\./.test(hostname)) return feedLead(href);
  const name = /^([\w-]+)\.podbean\.com$/.exec(hostname)?.[1];
  if (name === undefined || name === 'www' || !/^\/(?:$|e\/|page\/)/.test(pathname)) return null;
  return { kind: 'address', url: `https://feed.podbean.com/${name}/feed.xml` };
};

const exclusive =
  (service: string): ReadLink =>
  () => ({ kind: 'exclusive', service });

/** By host without `www.`. An entry also covers subdomains; the longest matching host wins. */
const LINKS: Readonly<Record<string, ReadLink>> = {
  'podcasts.apple.com': apple('/id'),
  'itunes.apple.com': apple('/id|[?&]id='),
  'overcast.fm': firstOf(apple('/itunes'), page),
  'pca.st': firstOf(apple('/itunes/'), page),
  'pocketcasts.com': firstOf(apple('/itunes/'), page),
  'castro.fm': firstOf(apple('/itunes/'), page),
  'podbean.com': firstOf(apple('/itunes/'), podbeanSite, page),
  'pod.link': apple('/'),
  'podlink.com': apple('/'),
  'podfollow.com': firstOf(apple('/'), page),
  'episodes.fm': firstOf(apple('/'), page),
  'plinkhq.com': firstOf(apple('/i/'), page),
  'podchaser.com': firstOf(apple('/(?:itunes|apple)/'), page),
  'castbox.fm': firstOf(apple('/(?:vic|itunes)/'), page),
  'goodpods.com': firstOf(apple('/podcasts-aid/'), page),
  'podcastrepublic.net': firstOf(feedIn(['url', 'feed']), apple('/podcast/')),
  'antennapod.org': feedIn(['url'], /^\/deeplink\/subscribe\/(?=https?)/),
  'gpodder.net': firstOf(feedIn(['url']), page),
  'podcastaddict.com': firstOf(feedIn(['feed', 'url'], /^\/(?:feed|rss)\/(?=.)/), page),
  'player.fm': firstOf(feedIn(['id', 'url'], /^\/(?:subscribe|feed)\/(?=.)/), page),
  'subscribeonandroid.com': feedIn([], /^\/(?=.)/),
  'podcastindex.org': index,
  'truefans.fm': index,
  'castamatic.com': index,
  'open.spotify.com': titled(
    'Spotify',
    /^\/(?:intl-[a-z]+\/)?(?:embed\/)?(?:show|episode)\/\w+/,
    'https://open.spotify.com/oembed?url=',
  ),
  'music.amazon.com': titled('Amazon Music', /^\/podcasts\/[\w-]+(?:\/(?<title>[^/]+))?/),
  'deezer.com': titled(
    'Deezer',
    /^\/(?:[a-z]{2}\/)?(?:show|episode)\/\d+/,
    'https://api.deezer.com/oembed?url=',
  ),
  'music.youtube.com': titled(
    'YouTube Music',
    /^\/(?:playlist|channel|podcast|watch|browse)\b/,
    'https://www.youtube.com/oembed?format=json&url=',
  ),
  'iheart.com': titled('iHeart', /^\/podcast\/(?:\d+-)?(?<title>[a-z0-9-]+?)(?:-\d+)?(?:\/|$)/),
  'audible.com': titled('Audible', /^\/(?:pd|podcast)\/(?<title>[^/]+)\/\w+/),
  'tunein.com': titled('TuneIn', /^\/podcasts\/[^/]+\/(?<title>.+)-p\d+/),
  'youtube.com': youTube,
  'youtu.be': shortYouTube,
  'spotify.link': titled('Spotify', /^\/\w/, 'https://open.spotify.com/oembed?url='),
  'deezer.page.link': titled('Deezer', /^\/\w/, 'https://api.deezer.com/oembed?url='),
  'podcasts.google.com': googlePodcasts,
  'google.com': firstOf(googleResult, page),
  'luminarypodcasts.com': exclusive('Luminary'),
  'podimo.com': exclusive('Podimo'),
};

const SAME_HOSTS: readonly (readonly [RegExp, string])[] = [
  [/^music\.amazon\.[a-z.]+$/, 'music.amazon.com'],
  [/^audible\.[a-z.]+$/, 'audible.com'],
];

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Makes no requests. */
export function readGiven(given: string): Lead {
  const text = given.trim();
  const link = bareLink(text);
  const address = appAddress(link);
  if (address !== null) return addressLead(address);
  if (SCHEME.test(link)) return addressLead(link);
  const bare = bareAddress(link);
  if (bare !== null) {
    const lead = addressLead(bare);
    return lead.kind === 'address' && !/[/?:]/.test(link) ? { ...lead, name: link } : lead;
  }
  // Apps share links with a title before them.
  const shared = /\bhttps?:\/\/\S+/i.exec(text)?.[0];
  if (shared !== undefined) return addressLead(bareLink(shared));
  const name = text.replace(/\s+/g, ' ').trim();
  return name === '' ? { kind: 'unknown' } : { kind: 'name', name };
}

function addressLead(written: string): Lead {
  const url = webUrl(written.replace(/\s+/g, ''));
  if (url === null) return { kind: 'unknown' };
  if (url.username !== '' || url.password !== '') return { kind: 'private' };
  // Links of Samsung and others contain the show's feed in this parameter.
  const inside = url.searchParams.get('addrssfeed');
  if (inside !== null && inside !== '') return feedLead(inside);
  const read = readerOf(url.hostname);
  if (read === undefined) return feedLead(url.href);
  return read(url) ?? (isPrivateFeed(url) ? { kind: 'private' } : { kind: 'unknown' });
}

function readerOf(hostname: string): ReadLink | undefined {
  let host = hostname.toLowerCase().replace(/^(?:www|m|geo|share|link)\./, '');
  host = SAME_HOSTS.find(([shape]) => shape.test(host))?.[1] ?? host;
  for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    if (Object.hasOwn(LINKS, name)) return LINKS[name];
  }
  return undefined;
}

function feedLead(written: string): Lead {
  const whole = /^https?:\/\//i.test(written)
    ? written
    : `https://${written.replace(/^(?:\w+:)?\/+/, '')}`;
  const url = webUrl(whole.replace(/^(https?):\/(?!\/)/i, '$1://'));
  if (url === null) return { kind: 'unknown' };
  if (isPrivateFeed(url)) return { kind: 'private' };
  url.hash = '';
  return { kind: 'address', url: url.href };
}
