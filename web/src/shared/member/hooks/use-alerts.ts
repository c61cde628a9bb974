import type { LiveList } from '#shared/member/data/live-query.ts';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { useMemberData } from '#shared/member/data/member-data-context.ts';
import { useLiveList } from './use-live-list.ts';

/** The person's alerts, live and newest first. Only inside a `MemberArea`. */
export function useAlerts(): LiveList<SavedAlert> {
  return useLiveList(useMemberData().alerts);
}
