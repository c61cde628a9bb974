import type { LiveList } from './live-source.ts';
import type { SavedAlert } from './member-data.ts';
import { useMemberData } from './member-data-context.ts';
import { useLiveList } from './use-live-list.ts';

/** The person's alerts, live and newest first. Only inside a `MemberArea`. */
export function useAlerts(): LiveList<SavedAlert> {
  return useLiveList(useMemberData().alerts);
}
