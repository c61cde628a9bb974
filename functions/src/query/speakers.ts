import type { Facts, QueryField } from './fields.ts';
import { ownTokens } from './tokenize.ts';

export interface Speaker {
  name: string;
  role: 'host' | 'guest';
  /** True if only the publisher's transcript names the person. */
  isHeard?: boolean;
}

/** Prefixes of a name. `«` and `»` are of names that stand in the transcript. */
const SIGNS = { host: '@', guest: '+' } as const;
const SIGNS_HEARD = { host: '«', guest: '»' } as const;
const SIGN = /^[@+«»\s]+/;

/** Writes one speaker per line. */
export function speakersText(speakers: readonly Speaker[]): string {
  return speakers
    .map(
      ({ name, role, isHeard }) => (isHeard ? SIGNS_HEARD : SIGNS)[role] + name.replace(SIGN, ''),
    )
    .join('\n');
}

export function readSpeakers(text: string): Speaker[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const [sign = '', name] = [line[0], line.slice(1)];
    const role = sign === SIGNS.host || sign === SIGNS_HEARD.host ? 'host' : 'guest';
    const isHeard = sign === SIGNS_HEARD.host || sign === SIGNS_HEARD.guest;
    return isHeard ? { name, role, isHeard } : { name, role };
  });
}

export const SPEAKER_FIELDS = ['guest', 'by'] as const satisfies readonly QueryField[];
export type SpeakerField = (typeof SPEAKER_FIELDS)[number];

export interface NamedSpeaker {
  field: SpeakerField;
  name: string;
  /** Where the name stands, as in `WrittenReason`. */
  place: Speaker['role'] | 'publisher';
}

/** Names that `guest:` and `by:` search. */
export function namesOfSpeakers({
  speakers,
  publisher = '',
}: Facts & { publisher?: string }): NamedSpeaker[] {
  const named = readSpeakers(String(speakers ?? '')).map(({ role, name }): NamedSpeaker => ({
    field: role === 'guest' ? 'guest' : 'by',
    name,
    place: role,
  }));
  if (publisher === '') return named;
  return [...named, { field: 'by', name: publisher, place: 'publisher' }];
}

/** True if the name stands in one of the texts, such as the show's title and the names of its hosts. */
export function isNamedIn(name: string, texts: readonly string[]): boolean {
  const wanted = ` ${ownTokens(name).join(' ')} `;
  return texts.some((text) => ` ${ownTokens(text).join(' ')} `.includes(wanted));
}
