import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DigestPreview } from 'functions/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { AlertsPage } from '#features/alerts/list/alerts-page.tsx';
import * as accountCalls from '#shared/data/account-calls.ts';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import './email-preview.tsx';

vi.mock('#shared/data/account-calls.ts');
const previewDigest = vi.mocked(accountCalls.previewDigest);

beforeEach(() => {
  previewDigest.mockReset();
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ episodes: [], total: 0 })));
});

/** Opens the preview of a member's only alert. The server returns these answers in order. */
async function open(...answers: (DigestPreview | Error)[]) {
  for (const answer of answers) {
    if (answer instanceof Error) previewDigest.mockRejectedValueOnce(answer);
    else previewDigest.mockResolvedValueOnce(answer);
  }
  renderForMember(<AlertsPage />, fakeMemberData({ alerts: [sampleAlert('openai')] }).data);
  await userEvent.click(await screen.findByRole('button', { name: 'openai' }));
  const button = screen.getByRole('button', { name: 'Preview email of openai' });
  await userEvent.click(button);
  return { button, dialog: await screen.findByRole('dialog', { name: 'Email preview' }) };
}

const HTML = '<p onclick="steal()">Hello</p><script>steal()</script>';
const mail = { subject: 'openai: 2 episodes', html: HTML };
const refusal = (code: string) => Object.assign(new Error('refused'), { code });

test('shows the email in a frame without scripts or access to the page', async () => {
  const { dialog, button } = await open({ days: 1, mail });
  const frame = await within(dialog).findByTitle<HTMLIFrameElement>('The email');
  expect(previewDigest).toHaveBeenCalledExactlyOnceWith('id-openai');
  expect(frame.srcdoc).toBe(HTML);
  expect(frame.getAttribute('sandbox')?.split(' ').sort()).toEqual([
    'allow-popups',
    'allow-popups-to-escape-sandbox',
  ]);
  expect(within(dialog).getByRole('status').textContent).toBe(`Subject: ${mail.subject}`);
  expect(dialog.textContent).toContain('the last day');
  await userEvent.click(screen.getByRole('button', { name: 'Close email preview' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(button);
});

test('reports that there is nothing to send', async () => {
  const { dialog } = await open({ days: 7, mail: null });
  expect(await within(dialog).findByText(/^Nothing new in the last 7 days/)).toBeTruthy();
  expect(within(dialog).queryByTitle('The email')).toBeNull();
});

test.each([
  ['functions/resource-exhausted', 'Too many requests. Please wait a moment and try again.'],
  ['functions/not-found', 'This alert no longer exists.'],
  ['functions/internal', 'The preview is not available right now. Please try again.'],
])('shows %s as a text, and retries', async (code, text) => {
  const { dialog } = await open(refusal(code), { days: 7, mail });
  expect((await within(dialog).findByRole('alert')).textContent).toBe(text);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
  expect(await within(dialog).findByTitle('The email')).toBeTruthy();
  expect(dialog.textContent).toContain('the last 7 days');
  expect(within(dialog).queryByRole('alert')).toBeNull();
});
