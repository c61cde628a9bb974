import { percentDecoded } from '../contract/index.ts';

const PRIVATE_HOSTS = [
  'patreon.com',
  'memberful.com',
  'memberfulcontent.com',
  'supercast.com',
  'supercast.tech',
  'supportingcast.fm',
  'helloaudio.fm',
  'glow.fm',
  'steadyhq.com',
  'petje.af',
  'outpost.pub',
  'access.acast.com',
  'private.captivate.fm',
  'subscribers.transistor.fm',
];

/** On these hosts, addresses of public feeds or show pages contain random ids. */
const PUBLIC_ID_HOSTS = [
  'acast.com',
  'megaphone.fm',
  'podbean.com',
  'omnycontent.com',
  'omny.fm',
  'flightcast.com',
  'redcircle.com',
  'simplecast.com',
  'art19.com',
  'anchor.fm',
  'audioboom.com',
  'audiomeans.fr',
  'soundon.fm',
  'firstory.me',
  'hubhopper.com',
  'podhome.fm',
  'riverside.fm',
  'riverside.com',
  'zencastr.com',
  'ausha.co',
  'podigee.io',
  'letscast.fm',
  'spotify.com',
  'youtube.com',
  'rss.com',
  'captivate.fm',
  'castos.com',
  'transistor.fm',
  'buzzsprout.com',
  'wondery.com',
  'podomatic.com',
  'amperwave.net',
  'soundcloud.com',
  'iheart.com',
  'fireside.fm',
  'fountain.fm',
  'pinecast.com',
  'pocketcasts.com',
  'pca.st',
  'castro.fm',
  'overcast.fm',
  'podchaser.com',
  'castbox.fm',
];

const PRIVATE_WORD = '(?:private|premium|members?|subscribers?|patrons?|supporters?|auth)';
const PRIVATE_LABEL = new RegExp(`^${PRIVATE_WORD}$`);
const PRIVATE_PART = new RegExp(`^${PRIVATE_WORD}(?:[-_](?:feeds?|rss|podcasts?|only|area))?$`);
const REDCIRCLE_PATH = /^\/pf\//;

/** A parameter with such a name makes a feed private. For other names, `containsSecret` checks the value. */
const PRIVATE_PARAMETERS = new Set([
  'auth',
  'authorization',
  'authtoken',
  'token',
  'accesstoken',
  'key',
  'apikey',
  'uid',
  'uuid',
  'secret',
  'signature',
  'sig',
  'hmac',
  'password',
  'pass',
  'pwd',
  'membership',
  'member',
  'subscriber',
  'private',
  'jwt',
  'userid',
  'login',
  'email',
]);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MIN_SECRET_LENGTH = 20;

/** True if a feed's address identifies a subscriber. Such an address is a secret: never store, log or show it. */
export function isPrivateFeed(address: string | URL): boolean {
  const url = typeof address === 'string' ? parsed(address) : address;
  if (url === null) return false;
  if (url.username !== '' || url.password !== '') return true;
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  if (PRIVATE_HOSTS.some((name) => isUnder(host, name))) return true;
  if (
    host
      .split('.')
      .slice(0, -2)
      .some((label) => PRIVATE_LABEL.test(label))
  )
    return true;
  if (isUnder(host, 'redcircle.com') && REDCIRCLE_PATH.test(url.pathname)) return true;
  const parts = url.pathname.split('/').map(percentDecoded);
  if (parts.some((part) => PRIVATE_PART.test(withoutEnding(part).toLowerCase()))) return true;
  const parameters = [...url.searchParams, ...new URLSearchParams(url.hash.slice(1))];
  if (parameters.some(([name, value]) => value !== '' && isPrivateParameter(name))) return true;
  if (PUBLIC_ID_HOSTS.some((name) => isUnder(host, name))) return false;
  return [...parts, ...parameters.map(([, value]) => value)].some(containsSecret);
}

function parsed(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

function isUnder(host: string, name: string): boolean {
  return host === name || host.endsWith(`.${name}`);
}

function withoutEnding(part: string): string {
  return part.replace(/\.(?:rss|xml|atom|json|php)$/i, '');
}

/** True for names such as `auth`, `access_token`, `apiKey` and `feed-key`. */
function isPrivateParameter(name: string): boolean {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[^A-Za-z0-9]+/);
  return [...words, words.join('')].some((word) => PRIVATE_PARAMETERS.has(word.toLowerCase()));
}

function containsSecret(part: string): boolean {
  const text = withoutEnding(part);
  if (UUID.test(text)) return true;
  // Checks the text as a whole and in parts, because URL-safe base64 has hyphens, but so do titles.
  return text.length >= MIN_SECRET_LENGTH && [text, ...text.split(/[^A-Za-z0-9]+/)].some(isRandom);
}

/** True for at least 20 letters and digits that cannot be words of a title. */
function isRandom(text: string): boolean {
  if (text.length < MIN_SECRET_LENGTH || !/^[A-Za-z0-9]+(?:[-_=.][A-Za-z0-9]+){0,4}=*$/.test(text))
    return false;
  const isOneWord = !/[-_.]/.test(text);
  const digitGroups = text.match(/\d+/g)?.length ?? 0;
  const changes = text.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|\d(?=[A-Za-z])/g)?.length ?? 0;
  const vowels = (text.match(/[aeiouy]/gi)?.length ?? 0) / text.length;
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text) && changes / text.length >= 0.3;
  if (isMixed && digitGroups >= 2) return true;
  if (!isOneWord) return false;
  if (digitGroups >= 2 || /^\d+$/.test(text)) return true;
  return vowels < 0.27 && (isMixed || digitGroups === 1);
}
