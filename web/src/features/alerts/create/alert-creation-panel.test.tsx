import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MAX_ALERTS } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { SUGGESTED_TOPICS } from '#content/subject.ts';
import { deferred } from '#shared/testing/deferred.ts';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { AlertPlace } from './alert-place.tsx';
import { AlertCreationPanel } from './alert-creation-panel.tsx';

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

test('says that it loads, instead of an empty box', () => {
  render(<AlertPlace />);
  expect(screen.getByText('Loading alerts…')).toBeTruthy();
});

test('the panel starts collapsed, opens and closes', async () => {
  open('openai');
  expect(expanded()).toBe('false');
  expect(create()).toBeNull();
  await userEvent.click(header());
  expect(expanded()).toBe('true');
  expect(create('Create Alert')).not.toBeNull();
  await userEvent.click(header());
  expect(create()).toBeNull();
});

test('creates an alert for each keyword, then starts again collapsed', async () => {
  const { write } = open('openai', 'venture capital');
  await userEvent.click(header());
  expect(screen.getByText('“venture capital”')).toBeTruthy();
  await userEvent.click(create('Create 2 Alerts')!);
  expect(write).toHaveBeenCalledExactlyOnceWith(['openai', 'venture capital'], {});
  expect(screen.getByRole('status').textContent).toBe('Alerts Created!');
  expect(document.activeElement).toBe(screen.getByRole('status'));
  const others = await screen.findByRole('link', { name: 'Add Slack, a feed…' });
  expect(others.getAttribute('href')).toBe('/delivery#channels');
  await userEvent.click(screen.getByRole('button', { name: 'Create another alert' }));
  expect(screen.queryByText('Alerts Created!')).toBeNull();
  expect(expanded()).toBe('false');
});

test('describes queries in plain words', async () => {
  open('openai -sponsor', 'a16z -sponsor');
  await userEvent.click(header());
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Episodes that mention openai, but not sponsor.',
    'Episodes that mention a16z, but not sponsor.',
  ]);
});

test('adopts the options of the search, and names them', async () => {
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

test('stays busy until the server confirms', async () => {
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

test('shows a failure, which can be retried', async () => {
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

test('waits while offline, and creates no alert twice', async () => {
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
])('reports the limit for %j, and saves no alert', async (keywords, text) => {
  const alerts = Array.from({ length: MAX_ALERTS - keywords.length + 1 }, (_, index) =>
    sampleAlert(`keyword ${index}`),
  );
  openWith(fakeMemberData({ alerts }), keywords);
  await userEvent.click(header());
  await userEvent.click(create()!);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(screen.queryByText('Alerts Created!')).toBeNull();
});

test('asks for a search if there is no keyword, and saves nothing', async () => {
  const { write } = open();
  await userEvent.click(header());
  await userEvent.click(create()!);
  expect(screen.getByRole('alert').textContent).toBe(
    'Please search for keywords first to create an alert',
  );
  expect(write).not.toHaveBeenCalled();
});

test('suggests related topics, and searches for the clicked topic', async () => {
  const { words, topics } = SUGGESTED_TOPICS.at(-1)!;
  const { onSearch } = open(words[0]!);
  await userEvent.click(header());
  await userEvent.click(screen.getByRole('button', { name: topics[0]! }));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith([topics[0]]);
});

test('suggests nothing without related topics', async () => {
  open('gardening');
  await userEvent.click(header());
  expect(screen.queryByText('Related topics')).toBeNull();
});

test('another search starts with a new panel', async () => {
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
])('names existing alerts for %j above the panel', async (keywords, text) => {
  openWith(fakeMemberData({ alerts: [sampleAlert('openai')] }), keywords);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'My Alerts' }).getAttribute('href')).toBe('/alerts');
  expect(header()).toBeTruthy();
});

test('shows no hint without a matching alert', () => {
  openWith(fakeMemberData({ alerts: [sampleAlert('openai')] }), ['a16z']);
  expect(screen.queryByText(/^You have an alert/)).toBeNull();
});
