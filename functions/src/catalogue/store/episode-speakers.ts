import { announcedGuests } from '../../feeds/read/announced-guests.ts';
import type { FeedItem, FeedShow } from '../../feeds/feed-model.ts';
import { isNamedIn, readSpeakers, type Speaker, speakersText } from '../../query/speakers.ts';
import type { EpisodeRow } from '../schema/episode-row.ts';

/** Max names of one transcript. */
const MAX_HEARD = 20;
/** Labels of transcripts that name nobody: "Speaker 1", "SPEAKER_00", "Host". */
const NOBODY =
  /^(?:(?:speaker|spk|unknown|narrator|host|co-?host|guest|interviewer|interviewee|presenter|moderator|voice|announcer|caller|audience|all|both|man|woman|male|female|music|intro|outro|ad|clip|trailer|transcript|note|question|answer|quote|q|a)(?![\p{L}])|[^\p{L}]*\d)/iu;

type Known = Pick<EpisodeRow, 'podcast' | 'publisher'>;

/** Hosts and guests that the feed names, and guests that the title or the notes announce. */
export function speakersOf(
  { persons, title, description }: Pick<FeedItem, 'persons' | 'title' | 'description'>,
  { title: podcast, publisher }: Pick<FeedShow, 'title' | 'publisher'>,
): Speaker[] {
  const named = persons.flatMap(({ name, role }) => (role === null ? [] : [{ name, role }]));
  const known = [podcast, publisher, ...named.map(({ name }) => name)];
  const announced = announcedGuests(title, description).filter((name) => !isNamedIn(name, known));
  return [...named, ...announced.map((name): Speaker => ({ name, role: 'guest' }))];
}

/** @param before Speakers of the stored row, of which those in the transcript stay. */
export function withHeard(speakers: readonly Speaker[], before: string): string {
  const heard = readSpeakers(before).filter(({ isHeard }) => isHeard === true);
  return speakersText([...speakers, ...heard]);
}

/**
 * Replaces the speakers that the transcript names. A name that stands in the show's title, its publisher or a host is
 * a host's.
 * @param heard Labels of the transcript, in order.
 */
export function replaceHeard(
  { speakers, podcast, publisher }: Known & Pick<EpisodeRow, 'speakers'>,
  heard: Iterable<string | undefined>,
): string {
  const own = readSpeakers(speakers).filter(({ isHeard }) => isHeard !== true);
  const hosts = own.filter(({ role }) => role === 'host').map(({ name }) => name);
  const guests = own.filter(({ role }) => role === 'guest').map(({ name }) => name);
  const added = [...new Set(heard)]
    .filter((name) => name !== undefined)
    .filter((name) => !NOBODY.test(name) && !isNamedIn(name, guests))
    .filter((name) => !own.some((speaker) => speaker.name === name))
    .slice(0, MAX_HEARD)
    .map((name): Speaker => {
      const isHost = isNamedIn(name, [podcast, publisher, ...hosts]);
      return { name: name.replaceAll('\n', ' '), role: isHost ? 'host' : 'guest', isHeard: true };
    });
  return speakersText([...own, ...added]);
}
