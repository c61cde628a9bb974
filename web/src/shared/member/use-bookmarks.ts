import type { Bookmark } from 'functions/contract';
import type { LiveList } from './live-source.ts';
import { useMemberData } from './member-data-context.ts';
import { useLiveList } from './use-live-list.ts';

/** The person's bookmarks, live and newest first. Only inside a `MemberArea`. */
export function useBookmarks(): LiveList<Bookmark> {
  return useLiveList(useMemberData().bookmarks);
}
