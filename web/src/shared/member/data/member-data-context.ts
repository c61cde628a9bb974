import { createContext, use } from 'react';
import type { MemberData } from './member-data.ts';

/** The signed-in person's data; null outside a `MemberArea`. */
export const MemberDataContext = createContext<MemberData | null>(null);

/** The signed-in person's data. Throws outside a `MemberArea`. */
export function useMemberData(): MemberData {
  const data = use(MemberDataContext);
  if (!data) throw new Error('useMemberData is used outside a MemberArea');
  return data;
}
