import type { Delivery } from 'functions/contract';
import { useState } from 'react';
import type { LiveList } from '#shared/member/data/live-query.ts';
import { useMemberData } from '#shared/member/data/member-data-context.ts';
import { useLiveList } from './use-live-list.ts';

/**
 * The newest digests of the person's history, live and newest first. While more than before are
 * being fetched those of before stay. Only inside a `MemberArea`.
 */
export function useDeliveries(atMost: number): LiveList<Delivery> {
  const live = useLiveList(useMemberData().deliveries(atMost));
  const [last, setLast] = useState(live);
  if (live.status !== 'loading' && live !== last) setLast(live);
  return live.status === 'loading' ? last : live;
}
