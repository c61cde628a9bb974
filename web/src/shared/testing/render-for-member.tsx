import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { MemberDataContext } from '#shared/data/member/member-data-context.ts';
import type { MemberData } from '#shared/data/member/member-data.ts';

export function renderForMember(page: ReactNode, data: MemberData, address = '/') {
  const framed = (content: ReactNode) => (
    <MemoryRouter initialEntries={[address]}>
      <MemberDataContext value={data}>{content}</MemberDataContext>
    </MemoryRouter>
  );
  const { rerender, ...rest } = render(framed(page));
  return { ...rest, rerender: (next: ReactNode) => rerender(framed(next)) };
}
