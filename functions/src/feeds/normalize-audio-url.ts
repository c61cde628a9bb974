import { percentDecoded, webUrl } from '../contract/index.ts';

/**
 * Hosts that count downloads, in whose URLs the path contains the URL of the audio. On other hosts, a path
 * segment that looks like a host name is only a folder.
 */
const COUNTING_HOSTS = new Set([
  'podtrac.com',
  'dts.podtrac.com',
  'play.podtrac.com',
  'pdst.fm',
  'podsights.com',
  'chrt.fm',
  'chtbl.com',
  'op3.dev',
  'pdcn.co',
  'mgln.ai',
  'arttrk.com',
  'claritaspod.com',
  'clrtpod.com',
  'pscrb.fm',
  'verifi.podscribe.com',
  'prfx.byspotify.com',
  'media.blubrry.com',
  'growx.podkite.com',
  'tracking.swap.fm',
  'pfx.vpixl.com',
  'r.zen.ai',
  'p.podderapp.com',
  'cohst.app',
  '2.gum.fm',
  'gum.fm',
  'pdrl.fm',
  'pfx.podlp.com',
  'stats.podcastmirror.com',
]);

const HOST = /^(?:[a-z\d-]+\.)+[a-z]{2,}$/i;
const SOUND = /\.(?:aac|flac|m4a|m4b|m4v|mov|mp3|mp4|mpe?g|oga|ogg|opus|wav|weba|webm)$/i;
const MAX_PREFIXES = 12;

/** Strips tracking prefixes. The result is host and path, plus the query if the path has no audio extension. */
export function normalizeAudioUrl(address: string | null): string | null {
  let url = webUrl(address);
  for (let left = MAX_PREFIXES; url !== null && left > 0; left -= 1) {
    const inner = withinPath(url);
    if (inner === null) return withoutTheRest(url);
    url = webUrl(inner);
  }
  return null;
}

function withoutTheRest(url: URL): string | null {
  const { pathname, search } = url;
  if (SOUND.test(pathname)) return `${hostOf(url)}${pathname}`;
  return pathname === '/' && search === '' ? null : `${hostOf(url)}${pathname}${search}`;
}

function hostOf({ host }: URL): string {
  return host.replace(/^www\./, '');
}

function withinPath(url: URL): string | null {
  const path = url.pathname + url.search;
  const whole = /\/(https?(?::|%3a)(?:\/|%2f){1,2}.+)$/i.exec(path)?.[1];
  if (whole !== undefined) return decoded(whole).replace(/^(https?):\/+/i, '$1://');
  if (!COUNTING_HOSTS.has(hostOf(url))) return null;
  const parts = url.pathname.split('/');
  const at = parts.findIndex((part) => HOST.test(part) && !SOUND.test(part));
  if (at < 0 || at === parts.length - 1) return null;
  return `https://${parts.slice(at).join('/')}${url.search}`;
}

/** If the scheme's slashes are encoded, the whole URL is encoded. */
function decoded(address: string): string {
  return /^https?(?:%3a|:%2f)/i.test(address) ? percentDecoded(address) : address;
}
