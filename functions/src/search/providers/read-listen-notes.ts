import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { excerptOfMarked, MATCH_END, MATCH_START } from '../../query/excerpt.ts';
import { plainLine, plainText } from '../../feeds/read/plain-text.ts';
import { type Episode, readDuration, webAddress } from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';

interface ListenNotesEpisode {
  id: string;
  episode: Episode;
  wholeDescription: () => string;
}

export interface ListenNotesPage {
  /** Newest first; `id` is Listen Notes' own. */
  episodes: ListenNotesEpisode[];
  total: number;
  /** Offset of the next page; null after the last. */
  nextOffset: number | null;
}

const text = z.string().nullish().catch(null);

const resultSchema = z.object({
  id: z.string().min(1),
  title_original: z.string(),
  description_original: text,
  description_highlighted: text,
  link: text,
  listennotes_url: text,
  audio: text,
  image: text,
  pub_date_ms: z.number(),
  audio_length_sec: z.number().nullish().catch(null),
  podcast: z.object({ title_original: text, publisher_original: text }),
});

const pageSchema = z.object({
  results: z.array(z.unknown()),
  total: z.int().nonnegative(),
  next_offset: z.int().nonnegative(),
});

const TITLE_LENGTH = 500;
/** Later matches are ignored. */
const DESCRIPTION_LENGTH = 50_000;
const HIGHLIGHT = /<span\s+class=(["'])ln-search-highlight\1\s*>([\s\S]*?)<\/span>/gi;

/** Reads a response of `GET /search`. Throws 'upstream-failed' if no result is well-formed. */
export function readListenNotes(answer: unknown, offset: number): ListenNotesPage {
  const page = pageSchema.safeParse(answer);
  if (!page.success) {
    throw new AppError('upstream-failed', 'Listen Notes answered in an unexpected format', {
      cause: page.error,
    });
  }
  const { results, total, next_offset: next } = page.data;
  const episodes = results.flatMap((result) => {
    const parsed = resultSchema.safeParse(result);
    if (!parsed.success) return [];
    const { data } = parsed;
    const wholeDescription = () => wholeDescriptionOf(data);
    return [{ id: data.id, episode: episodeOf(data), wholeDescription }];
  });
  if (episodes.length === 0 && results.length > 0) {
    throw new AppError('upstream-failed', 'Listen Notes sent results in an unexpected format');
  }
  const isLast = results.length === 0 || next <= offset || next >= total;
  return { episodes, total, nextOffset: isLast ? null : next };
}

function episodeOf(result: z.infer<typeof resultSchema>): Episode {
  const audio = webAddress(result.audio);
  const duration = readDuration(result.audio_length_sec);
  return {
    title: plainLine(result.title_original, TITLE_LENGTH),
    link: webAddress(result.link) || webAddress(result.listennotes_url) || audio,
    podcast: plainLine(result.podcast.title_original ?? '', TITLE_LENGTH),
    publisher: plainLine(result.podcast.publisher_original ?? '', TITLE_LENGTH),
    image: webAddress(result.image),
    description: descriptionOf(result.description_highlighted ?? result.description_original ?? ''),
    ...(audio && { audio }),
    pub_date_ms: result.pub_date_ms,
    ...(duration !== null && { duration_s: duration }),
  };
}

function wholeDescriptionOf(result: z.infer<typeof resultSchema>): string {
  const html = result.description_original ?? result.description_highlighted ?? '';
  return plainText(html.replace(HIGHLIGHT, '$2').slice(0, DESCRIPTION_LENGTH), Infinity);
}

/**
 * The excerpt with highlight markers. Placeholders keep the matches while markup is removed; being
 * random, they cannot occur in the text. Private-use characters around a placeholder keep a `<` or
 * `&#x` before it from forming a tag or a character reference.
 */
function descriptionOf(html: string): string {
  const nonce = randomUUID();
  const [start, end] = [`\uE000${nonce}s\uE000`, `\uE000${nonce}e\uE000`];
  const marked = html.slice(0, DESCRIPTION_LENGTH).replace(HIGHLIGHT, `${start}$2${end}`);
  const text = plainText(marked, Infinity).replaceAll(start + end, '');
  return excerptOfMarked(text.replaceAll(start, MATCH_START).replaceAll(end, MATCH_END));
}
