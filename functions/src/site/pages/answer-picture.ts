import pLimit from 'p-limit';
import {
  type Episode,
  type EpisodeAnswer,
  type EpisodeRequest,
  type PictureText,
  type Sentence,
  type SiteRenderer,
  sentenceAt,
} from '../../contract/index.ts';
import { clockText } from '../../platform/clock-text.ts';
import { errorName, log } from '../../platform/log.ts';
import { cutAtWord, oneLine } from '../../platform/one-line.ts';
import type { SearchCall } from '../../search/limits/search-allowance.ts';

export interface Picture {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array | null;
}

interface PictureParts {
  brand: string;
  renderer: Pick<SiteRenderer, 'plan'>;
  /** Returns a PNG, null for letters that the font lacks. */
  draw: (text: PictureText) => Promise<Uint8Array | null>;
  episodePage: (request: EpisodeRequest['episode'], client: string) => Promise<EpisodeAnswer>;
}

const ENDING = '.png';
/** Drawing takes about as long as three searches. */
const UNITS = 3;
/** Max pictures that wait while one is drawn. Others get the site's picture. */
const MAX_WAITING = 20;
const MAX_QUOTE = 200;
const MAX_NAME = 90;

/** An hour, so that a blocked show's quotations disappear. */
const CACHED = 'public, max-age=3600, s-maxage=3600';
const SITE_PICTURE: Picture = {
  status: 302,
  headers: { Location: '/share/home.png', 'Cache-Control': 'public, max-age=60, s-maxage=60' },
  body: null,
};
const MISSING: Picture = {
  status: 404,
  headers: { 'Cache-Control': 'public, max-age=0, s-maxage=60' },
  body: null,
};

/** Draws what networks show of a shared episode or moment: the quotation, else the title. */
export function createPictureAnswers({ brand, renderer, draw, episodePage }: PictureParts) {
  const one = pLimit(1);

  /** Null if the address is not of a picture. */
  return async function answer(
    path: string,
    query: string,
    { client, allow }: Pick<SearchCall, 'client' | 'allow'>,
  ): Promise<Picture | null> {
    if (!path.endsWith(ENDING)) return null;
    const asked = renderer.plan(path.slice(0, -ENDING.length), query, Date.now())?.episode;
    if (asked === undefined) return null;
    const decision = await allow([], UNITS);
    if (!decision.allowed || one.pendingCount >= MAX_WAITING) return SITE_PICTURE;
    try {
      const { episodes, about } = await episodePage(asked, client);
      const [episode] = episodes;
      if (about === null || episode === undefined) return MISSING;
      const png = await one(() => draw({ ...textOf(episode, about.said, asked.atS), brand }));
      if (png === null) return SITE_PICTURE;
      const robots = about.isMachine && { 'X-Robots-Tag': 'noindex' };
      const headers = { 'Content-Type': 'image/png', 'Cache-Control': CACHED, ...robots };
      return { status: 200, headers, body: png };
    } catch (error) {
      log('warn', 'picture-not-drawn', { reason: errorName(error) });
      return SITE_PICTURE;
    }
  };
}

function textOf(
  { title, podcast }: Episode,
  said: readonly Sentence[],
  atS: number | undefined,
): { kicker: string; name: string; tagline: string } {
  const show = oneLine(podcast, MAX_NAME);
  const name = oneLine(title, MAX_NAME);
  const quoted = atS === undefined ? undefined : said[sentenceAt(said, atS)];
  if (atS === undefined || quoted === undefined) return { kicker: show, name, tagline: '' };
  return {
    kicker: `${show} · ${clockText(atS * 1000)}`,
    name: `“${cutAtWord(oneLine(quoted.text, 1000), MAX_QUOTE)}”`,
    tagline: name,
  };
}
