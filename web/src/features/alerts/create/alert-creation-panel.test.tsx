import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MAX_ALERTS } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { deferred } from '#shared/loading/deferred.ts';
import { fakeMemberData, sampleAlert } from '#shared/data/member/fake-member-data.ts';
import { renderForMember } from '#shared/data/render-for-member.tsx';
import { AlertCreationPanel } from './alert-creation-panel.tsx';

/** Opens the panel as it is after a search for these keywords. */
function open(...keywords: string[]) {
  return openWith(fakeMemberData(), keywords);
}

function openWith({ data }: ReturnType<typeof fakeMemberData>, keywords: string[]) {
  const save = data.addAlerts;
  const write = vi.spyOn(data, 'addAlerts');
  const onSearch = vi.fn();
  const panel = (searched: string[]) => (
    <AlertCreationPanel keywords={searched} onSearch={onSearch} />
  );
  const { rerender } = renderForMember(panel(keywords), data);
  return {
    write,
    save,
    onSearch,
    searchAgain: (...searched: string[]) => rerender(panel(searched)),
  };
}

const header = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Create alerts for this search' });
const expanded = () => header().getAttribute('aria-expanded');
const create = (name: string | RegExp = /^Create \d*\s?Alerts?$/) =>
  screen.queryByRole<HTMLButtonElement>('button', { name });

test('begins collapsed, and opens and closes', async () => {
  open('openai');
  expect(expanded()).toBe('false');
  expect(create()).toBeNull();
  await userEvent.click(header());
  expect(expanded()).toBe('true');
  expect(create('Create Alert')).not.toBeNull();
  await userEvent.click(header());
  expect(create()).toBeNull();
});

test('makes one alert of each keyword, then begins again, collapsed', async () => {
  const { write } = open('openai', 'venture capital');
  await userEvent.click(header());
  expect(screen.getByText('“venture capital”')).toBeTruthy();
  await userEvent.click(create('Create 2 Alerts')!);
  expect(write).toHaveBeenCalledExactlyOnceWith(['openai', 'venture capital'], {});
  expect(screen.getByRole('status').textContent).toBe('Alerts Created!');
  const others = await screen.findByRole('link', { name: 'Add Slack, a feed…' });
  expect(others.getAttribute('href')).toBe('/delivery#channels');
  await userEvent.click(screen.getByRole('button', { name: 'Create another alert' }));
  expect(screen.queryByText('Alerts Created!')).toBeNull();
  expect(expanded()).toBe('false');
});

test('says queries in plain words', async () => {
  open('openai -sponsor', 'a16z -sponsor');
  await userEvent.click(header());
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Episodes that mention openai, but not sponsor.',
    'Episodes that mention a16z, but not sponsor.',
  ]);
});

test('makes of a search in notes alone, for what is about it, alerts for the same, and says so', async () => {
  const { data } = fakeMemberData();
  const write = vi.spyOn(data, 'addAlerts');
  const choice = { spoken: false, onlyAbout: true };
  renderForMember(
    <AlertCreationPanel keywords={['openai']} choice={choice} onSearch={vi.fn()} />,
    data,
  );
  await userEvent.click(header());
  expect(screen.getByText(/^Get an email when/).textContent).toBe(
    'Get an email when a new episode mentions “openai”. Show notes only, no transcripts. Main topic only.',
  );
  await userEvent.click(create('Create Alert')!);
  expect(write).toHaveBeenCalledExactlyOnceWith(['openai'], choice);
});

test('is busy until the server has answered', async () => {
  const { write } = open('openai');
  const answer = deferred();
  write.mockReturnValue(answer.promise);
  await userEvent.click(header());
  await userEvent.click(create()!);
  expect(screen.getByRole('button', { name: 'Creating...' })).toHaveProperty('disabled', true);
  expect(screen.queryByText('Alerts Created!')).toBeNull();
  await answer.resolve();
  expect(screen.getByText('Alerts Created!')).toBeTruthy();
});

test('a failure says so and can be tried again', async () => {
  const { write } = open('openai');
  write.mockRejectedValueOnce(new Error('permission denied'));
  await userEvent.click(header());
  await userEvent.click(create()!);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to create alert. Please try again.',
  );
  await userEvent.click(create()!);
  expect(screen.getByText('Alerts Created!')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('without a connection the alerts wait for it, and are not made twice', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { write, save } = open('openai');
  const answer = deferred();
  write.mockImplementation(async (keywords) => {
    await save(keywords);
    return answer.promise;
  });
  await userEvent.click(header());
  await userEvent.click(create()!);
  expect(await screen.findByText(/^Waiting for the connection\./)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(create()!.disabled).toBe(true);
  await answer.resolve();
  expect(screen.getByText('Alerts Created!')).toBeTruthy();
});

test.each([
  [['openai'], 'You have reached the limit of 200 alerts. Delete one to add another.'],
  [['openai', 'a16z'], 'These would exceed the limit of 200 alerts. Delete some to add them.'],
])('says that there is no room for %j, and saves none of them', async (keywords, text) => {
  const alerts = Array.from({ length: MAX_ALERTS - keywords.length + 1 }, (_, index) =>
    sampleAlert(`keyword ${index}`),
  );
  openWith(fakeMemberData({ alerts }), keywords);
  await userEvent.click(header());
  await userEvent.click(create()!);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(screen.queryByText('Alerts Created!')).toBeNull();
});

test('without a keyword it asks for a search, and saves nothing', async () => {
  const { write } = open();
  await userEvent.click(header());
  await userEvent.click(create()!);
  expect(screen.getByRole('alert').textContent).toBe(
    'Please search for keywords first to create an alert',
  );
  expect(write).not.toHaveBeenCalled();
});

test('suggests related topics, and searches for the one that is clicked', async () => {
  const { onSearch } = open('startup');
  await userEvent.click(header());
  await userEvent.click(screen.getByRole('button', { name: 'Sequoia Capital' }));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith(['Sequoia Capital']);
});

test('suggests nothing where nothing is related', async () => {
  open('gardening');
  await userEvent.click(header());
  expect(screen.queryByText('Related topics')).toBeNull();
});

test('another search begins with a panel of its own', async () => {
  const { searchAgain } = open('openai');
  await userEvent.click(header());
  await userEvent.click(create()!);
  expect(screen.getByText('Alerts Created!')).toBeTruthy();
  searchAgain('a16z');
  expect(expanded()).toBe('false');
});

test.each([
  [['openai'], 'You have an alert for this'],
  [['OpenAI', 'a16z'], 'You have an alert for “OpenAI”'],
])('says of %j which alerts the person has, above the panel', async (keywords, text) => {
  openWith(fakeMemberData({ alerts: [sampleAlert('openai')] }), keywords);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'My Alerts' }).getAttribute('href')).toBe('/alerts');
  expect(header()).toBeTruthy();
});

test('says nothing of alerts if the person has none of these', () => {
  openWith(fakeMemberData({ alerts: [sampleAlert('openai')] }), ['a16z']);
  expect(screen.queryByText(/^You have an alert/)).toBeNull();
});
