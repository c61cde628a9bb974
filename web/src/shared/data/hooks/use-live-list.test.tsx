import { render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, test } from 'vitest';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import { MemberDataContext } from '#shared/data/member/member-data-context.ts';
import type { MemberData } from '#shared/data/member/member-data.ts';
import { useAlerts } from './use-live-list.ts';

function Alerts() {
  const alerts = useAlerts();
  return (
    <output>
      {alerts.status === 'ready'
        ? alerts.items.map(({ keyword }) => keyword).join(', ')
        : alerts.status}
    </output>
  );
}

function page(data: MemberData) {
  return (
    <StrictMode>
      <MemberDataContext value={data}>
        <Alerts />
      </MemberDataContext>
    </StrictMode>
  );
}

const shown = () => screen.getByRole('status').textContent;

test('follows the stored list, and never shows the data of the previous person', async () => {
  const ada = fakeMemberData({ alerts: [sampleAlert('openai')] });
  const { rerender } = render(page(ada.data));
  await waitFor(() => expect(shown()).toBe('openai'));
  await ada.data.addAlerts(['a16z']);
  await waitFor(() => expect(shown()).toBe('a16z, openai'));
  rerender(page(fakeMemberData().data));
  await waitFor(() => expect(shown()).toBe(''));
});

test('reports a list that cannot be read instead of crashing the page', async () => {
  const ada = fakeMemberData();
  ada.breakDown();
  render(page(ada.data));
  await waitFor(() => expect(shown()).toBe('failed'));
});
