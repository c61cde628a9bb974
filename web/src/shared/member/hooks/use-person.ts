import type { Person } from '#shared/member/data/member-data.ts';
import { useMemberData } from '#shared/member/data/member-data-context.ts';
import { useLiveList } from './use-live-list.ts';

/** What is stored about the person themselves, followed live. `failed` is tried again by itself. */
export type LivePerson =
  { status: 'loading' } | { status: 'ready'; person: Person } | { status: 'failed' };

/** What is stored about the person who is signed in, live. Only inside a `MemberArea`. */
export function usePerson(): LivePerson {
  const live = useLiveList(useMemberData().person);
  if (live.status !== 'ready') return live;
  const [person] = live.items;
  return person ? { status: 'ready', person } : { status: 'loading' };
}
