import type { Bookmark } from 'functions/contract';
import type { LiveList } from '#shared/member/data/live-query.ts';
import { useMemberData } from '#shared/member/data/member-data-context.ts';
import { useLiveList } from './use-live-list.ts';

/** The person's bookmarks, live and newest first. Only inside a `MemberArea`. */
export function useBookmarks(): LiveList<Bookmark> {
  return useLiveList(useMemberData().bookmarks);
}
