import { createContext, use } from 'react';
import type { MemberData } from './member-data.ts';

/** The data of the person who is signed in; null outside a `MemberArea`. */
export const MemberDataContext = createContext<MemberData | null>(null);

/** The data of the person who is signed in. Only inside a `MemberArea`. */
export function useMemberData(): MemberData {
  const data = use(MemberDataContext);
  if (!data) throw new Error('useMemberData is used outside a MemberArea');
  return data;
}
