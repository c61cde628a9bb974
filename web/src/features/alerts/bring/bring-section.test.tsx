import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { useAlerts } from '#shared/data/hooks/use-live-list.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { BringSection } from './bring-section.tsx';

const searched: string[] = [];

beforeEach(() => {
  searched.length = 0;
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    const { keywords } = JSON.parse(body) as { keywords: string[] };
    searched.push(...keywords);
    return Promise.resolve(Response.json({ episodes: [], total: keywords[0] === 'NEA' ? 0 : 12 }));
  });
});

function Names() {
  const live = useAlerts();
  const items = live.status === 'ready' ? live.items : [];
  const name = ({ keyword, paused, mail }: SavedAlert) =>
    `${keyword}${paused ? ' (paused)' : ''}${mail === false ? ' (not mailed)' : ''}`;
  return <output>{items.map(name).join(' / ')}</output>;
}

async function open(keywords: readonly string[] = ['a16z']) {
  const { data } = fakeMemberData({ alerts: keywords.map(sampleAlert) });
  renderForMember(
    <>
      <BringSection
        showsOfList={(opml, name, onDone) => (
          <button type="button" onClick={onDone}>
            Shows of {name}: {opml}
          </button>
        )}
      />
      <Names />
    </>,
    data,
  );
  await press('Import or export');
  const field = await screen.findByLabelText(/^Your list/);
  return async (text: string) => {
    await userEvent.click(field);
    await userEvent.paste(text);
    await press('Preview');
  };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const names = () => document.querySelector('output')?.textContent;
const choose = (...files: File[]) =>
  userEvent.upload(screen.getByLabelText(/^Choose a file/), files);

test('a link to the section opens and focuses it', async () => {
  const { data } = fakeMemberData({ alerts: [sampleAlert('a16z')] });
  const section = <BringSection showsOfList={() => null} />;
  renderForMember(section, data, '/alerts#import-export');
  expect(await screen.findByRole('button', { name: 'Alerts as CSV' })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Import or export');
});

test('previews each line, adds the selected alerts, and undoes all of them', async () => {
  const give = await open();
  await give('OpenAI\nA16Z\n-jobs\nNEA\nsam altman -jobs');
  const rows = within(screen.getByRole('list', { name: 'Lines' }));
  await waitFor(() => expect(searched).toEqual(['OpenAI', 'NEA', 'sam altman -jobs']));
  await waitFor(() =>
    expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'OpenAI12 episodes',
      'A16ZYou have this alert already',
      '-jobsAdd at least one word to search for.',
      'NEAnone episodes',
      'sam altman, without jobs12 episodes',
    ]),
  );
  expect(screen.getByText(/^5 lines, 3 new alerts\./)).toBeDefined();
  await userEvent.click(screen.getByRole('checkbox', { name: /^NEA/ }));
  await press('Add 2 alerts');
  expect(await screen.findByText('2 alerts added.')).toBeDefined();
  expect(names()).toBe('OpenAI / sam altman -jobs / a16z');
  await press('Undo all 2');
  await waitFor(() => expect(names()).toBe('a16z'));
  expect(screen.queryByText('2 alerts added.')).toBeNull();
});

test('labels and adds paused and unmailed alerts as such', async () => {
  const give = await open();
  await give('keyword,paused,mailed\nOpenAI,yes,no\nNEA,no,yes');
  expect(screen.getByRole('checkbox', { name: /^OpenAI, paused, not emailed/ })).toBeDefined();
  await press('Add 2 alerts');
  await waitFor(() => expect(names()).toBe('OpenAI (paused) (not mailed) / NEA / a16z'));
});

test('selects as many alerts as the limit allows', async () => {
  const give = await open(Array.from({ length: 199 }, (_, at) => `word ${at}`));
  await give('one\ntwo');
  expect(screen.getByText(/There is room for 1\./)).toBeDefined();
  const [one, two] = screen.getAllByRole<HTMLInputElement>('checkbox');
  expect([one?.checked, two?.checked, two?.disabled]).toEqual([true, false, true]);
  await userEvent.click(one!);
  await userEvent.click(two!);
  await press('Add 1 alert');
  await waitFor(() => expect(names()).toMatch(/^two \//));
});

test('reads files, and passes OPML lists on', async () => {
  await open();
  await choose(new File(['\uFEFFKeyword\r\nOpenAI\r\n'], 'alerts.csv'));
  expect(await screen.findByRole('checkbox', { name: /^OpenAI/ })).toBeDefined();
  await press('Cancel');
  await choose(new File([new Uint8Array([0x89, 0x50, 0, 0])], 'x.txt'));
  expect((await screen.findByRole('alert')).textContent).toBe('This file is not a text file.');
  await choose(new File(['x'.repeat(1_000_001)], 'x.txt'));
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('The list is larger than 1 MB.'),
  );
  await choose(new File(['<opml/>'], 'shows.opml'));
  await press('Shows of shows.opml: <opml/>');
  expect(await screen.findByLabelText(/^Your list/)).toBeDefined();
  const declared = '<?xml version="1.0" encoding="windows-1251"?><opml>';
  const bytes = Uint8Array.from(`${declared}\xdd\xf5\xee`, (letter) => letter.charCodeAt(0));
  await choose(new File([bytes], 'old.opml'));
  expect(await screen.findByText(`Shows of old.opml: ${declared}Эхо`)).toBeDefined();
});

test('exports files that it can import again', async () => {
  await open(['OpenAI', '=1+1']);
  const saved: Blob[] = [];
  vi.stubGlobal('URL', {
    createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
    revokeObjectURL: () => undefined,
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await press('Alerts as text');
  await press('Alerts as CSV');
  expect(click).toHaveBeenCalledTimes(2);
  const texts = await Promise.all(saved.map((blob) => new Response(blob).text()));
  expect(texts).toEqual([
    'OpenAI\n=1+1\n',
    "keyword,notes only,paused,mailed,only about it\r\nOpenAI,no,no,yes,no\r\n'=1+1,no,no,yes,no\r\n",
  ]);
  expect(screen.getByText(/^Text has only the keywords/)).toBeDefined();
});

test('waits while offline, and adds nothing twice', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { data } = fakeMemberData();
  let arrive: (ids: string[]) => void = () => undefined;
  const importAlerts = vi.fn(() => new Promise<string[]>((resolve) => (arrive = resolve)));
  renderForMember(<BringSection showsOfList={() => null} />, { ...data, importAlerts });
  await press('Import or export');
  await userEvent.type(await screen.findByLabelText(/^Your list/), 'OpenAI');
  await press('Preview');
  await press('Add 1 alert');
  expect(await screen.findByText(/^Waiting for the connection\./)).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: 'Adding...' })).toHaveProperty('disabled', true);
  arrive(['000']);
  expect(await screen.findByText('1 alert added.')).toBeDefined();
  expect(importAlerts).toHaveBeenCalledOnce();
});
