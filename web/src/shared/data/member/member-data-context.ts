import { createContext, use } from 'react';
import type { MemberData } from './member-data.ts';

export const MemberDataContext = createContext<MemberData | null>(null);

export function useMemberData(): MemberData {
  const data = use(MemberDataContext);
  if (!data) throw new Error('useMemberData is used outside a MemberArea');
  return data;
}
