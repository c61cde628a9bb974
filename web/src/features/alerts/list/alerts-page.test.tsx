import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type AlertFields, alertName, EMPTY_QUERY, HOUR_MS, MAX_ALERTS } from 'functions/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { meaningsOf, MEANINGS } from '#content/meanings.ts';
import { ALERT_EXAMPLES } from '#content/subject.ts';
import { deferred } from '#shared/testing/deferred.ts';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import { shortDate } from '#shared/text/dates.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { AlertsPage } from './alerts-page.tsx';

// Counts are tested in row-count.test.tsx.
vi.mock('#shared/data/account-calls.ts');

// The form searches when typing pauses.
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ episodes: [], total: 0 })));
});

/** Renders the page for a member with these alerts, newest first. */
function open(...keywords: string[]) {
  const fake = fakeMemberData({ alerts: keywords.map(sampleAlert) });
  renderForMember(<AlertsPage />, fake.data);
  return fake;
}

const field = () => screen.getByLabelText<HTMLInputElement>('Keyword or phrase');
const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add Alert' });
const listed = (count: number) => screen.findByRole('heading', { name: `Your Alerts (${count})` });
const keywords = () =>
  screen
    .queryAllByRole('button', { name: /^Delete alert for/ })
    .map((button) => button.getAttribute('aria-label')?.replace('Delete alert for ', ''));

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

async function openSettings(name: string | RegExp) {
  const row = screen.getByRole('button', { name }).closest('li') ?? document.body;
  await userEvent.click(within(row).getByRole('button', { name: /^Settings of/ }));
}

describe('the list', () => {
  test('shows every keyword with its creation date in stored order', async () => {
    open('a16z', 'openai');
    await listed(2);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Podcast Alerts');
    expect(keywords()).toEqual(['a16z', 'openai']);
    expect(screen.getAllByText(/^Created on (Dec 31, 1969|Jan 1, 1970)$/)).toHaveLength(2);
  });

  test('shows each field of an alert', async () => {
    const fields = {
      keyword: 'ledgers -sponsor',
      language: 1,
      spoken: false,
      onlyAbout: true,
    } satisfies Required<AlertFields>;
    const shown = {
      keyword: 'ledgers',
      language: 'without sponsor',
      spoken: 'notes only',
      onlyAbout: 'main topic only',
    } satisfies Record<keyof AlertFields, string>;
    const { data } = fakeMemberData({ alerts: [{ ...sampleAlert(''), ...fields }] });
    renderForMember(<AlertsPage />, data);
    const heading = await listed(1);
    const list = heading.closest('section') ?? document.body;
    for (const text of Object.values(shown)) expect(list.textContent).toContain(text);
  });

  test('lists excluded terms with known dates, and restores each', async () => {
    const alert = {
      ...sampleAlert('openai -sponsor -show:Lex'),
      language: 1 as const,
      excludedAtMs: { 'show:Lex': Date.UTC(2026, 10, 12, 12) },
    };
    const { data } = fakeMemberData({ alerts: [alert] });
    renderForMember(<AlertsPage />, data);
    await listed(1);
    await openSettings(/^openai/);
    const lines = () => screen.queryAllByText(/^Excluded: /).map(({ textContent }) => textContent);
    expect(lines()).toEqual(['Excluded: sponsor Undo', 'Excluded: Lex (show), Nov 12, 2026 Undo']);
    await userEvent.click(
      screen.getByRole('button', { name: /^Undo: Lex \(show\) is excluded from/ }),
    );
    await waitFor(() => expect(lines()).toEqual(['Excluded: sponsor Undo']));
    expect(keywords()).toEqual(['openai, without sponsor']);
    expect(document.body.textContent).not.toContain('-sponsor');
  });

  test('keeps a term that could not be restored, and shows the failure', async () => {
    const { data } = fakeMemberData({ alerts: [{ ...sampleAlert('openai -ads'), language: 1 }] });
    renderForMember(<AlertsPage />, data);
    await listed(1);
    await openSettings(/^openai/);
    vi.spyOn(data, 'restoreTerm').mockRejectedValue(new Error('permission denied'));
    await userEvent.click(screen.getByRole('button', { name: /^Undo: ads/ }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to change alert. Please try again.',
    );
    expect(screen.getByText(/^Excluded: ads/)).toBeTruthy();
  });

  test('shows a filter once: beside the name, or in the open settings', async () => {
    const alert = { ...sampleAlert('openai -sponsor'), language: 1 as const };
    const { data } = fakeMemberData({ alerts: [alert] });
    renderForMember(<AlertsPage />, data);
    await listed(1);
    const times = () => screen.getAllByText(/sponsor/).length;
    expect(times()).toBe(1);
    const row = screen.getByRole('button', { name: /^openai/ });
    expect(row.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(row);
    expect(row.getAttribute('aria-expanded')).toBe('true');
    expect(times()).toBe(1);
    const settings = screen.getByRole('button', { name: /^Settings of openai/ });
    await userEvent.click(settings);
    expect(settings.getAttribute('aria-pressed')).toBe('true');
    expect(times()).toBe(1);
    expect(screen.getByText(/^Excluded: sponsor/)).toBeTruthy();
    await press(/^Matches of openai/);
    expect(settings.getAttribute('aria-pressed')).toBe('false');
    expect(times()).toBe(1);
    await userEvent.click(row);
    expect(screen.queryByRole('group', { name: /^Matches of openai/ })).toBeNull();
  });

  test('shows an empty list beside the tips', async () => {
    open();
    await listed(0);
    expect(screen.getByText('No alerts yet')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Tips' }).textContent).toContain('within 24 hours');
  });

  test('shows that an unsaved alert waits for the connection', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { data } = fakeMemberData({ alerts: [{ ...sampleAlert('openai'), pending: true }] });
    renderForMember(<AlertsPage />, data);
    expect(await screen.findByText('Waiting for the connection')).toBeTruthy();
    expect(screen.queryByText(/^Created on/)).toBeNull();
  });

  test('explains a query that matches nothing, and shows its creation date', async () => {
    const { data } = fakeMemberData({ alerts: [{ ...sampleAlert('-ads'), language: 1 }] });
    renderForMember(<AlertsPage />, data);
    expect(await screen.findByText(EMPTY_QUERY)).toBeTruthy();
    expect(screen.getByText(/^Created on/)).toBeTruthy();
  });

  test('reports a list that cannot be read, and keeps the form', async () => {
    open('openai').breakDown();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Your alerts cannot be loaded right now.',
    );
    expect(add().disabled).toBe(true);
  });

  test('removes only the deleted alert', async () => {
    open('a16z', 'openai');
    await listed(2);
    await userEvent.click(screen.getByRole('button', { name: 'Delete alert for a16z' }));
    await listed(1);
    expect(keywords()).toEqual(['openai']);
  });

  test('replaces a deleted alert with a focused row that restores it completely', async () => {
    const alerts = ['a16z', 'openai', 'nea'].map((keyword, index) => ({
      ...sampleAlert(keyword),
      createdAtMs: 9 - index,
      paused: true,
      lastMatch: { atMs: 3, episodes: 2 },
    }));
    const { data } = fakeMemberData({ alerts });
    renderForMember(<AlertsPage />, data);
    await listed(3);
    const rows = () => screen.getAllByRole('listitem').slice(0, 3);
    const whole = rows()[1]!.textContent;
    await userEvent.click(screen.getByRole('button', { name: 'Delete alert for openai' }));
    await listed(2);
    expect(rows()[1]!.textContent).toBe('Deleted “openai”.Undo');
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Deleted “openai”.' }));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await listed(3);
    expect(keywords()).toEqual(['a16z', 'openai', 'nea']);
    expect(rows()[1]!.textContent).toBe(whole);
    expect(document.activeElement).toBe(rows()[1]);
    expect(screen.queryByText(/^Deleted/)).toBeNull();
  });

  test('shows that a deletion waits for the connection, without an error', async () => {
    const { data } = open('openai', 'a16z');
    await listed(2);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const confirmed = deferred();
    const remove = data.deleteAlert;
    vi.spyOn(data, 'deleteAlert').mockImplementation(async (id) => {
      await remove(id);
      await confirmed.promise;
    });
    await userEvent.click(screen.getByRole('button', { name: 'Delete alert for openai' }));
    await listed(1);
    const place = () => screen.getByRole('group', { name: /^Deleted “openai”\./ }).textContent;
    await waitFor(() => expect(place()).toBe('Deleted “openai”. Waiting for the connection.Undo'));
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
    await confirmed.resolve();
    expect(place()).toBe('Deleted “openai”.Undo');
  });

  test('gives distinct button labels to alerts that differ only in exclusions', async () => {
    const asked = { ...sampleAlert('sam altman'), language: 1 as const };
    const alerts = [
      asked,
      { ...asked, id: 'b', keyword: 'sam altman -sponsor -show:Lex' },
      { ...asked, id: 'c', keyword: 'sam altman -sponsor', spoken: false },
      { ...asked, id: 'd', keyword: '-sponsor' },
    ];
    renderForMember(<AlertsPage />, fakeMemberData({ alerts }).data);
    await listed(4);
    expect(keywords()).toEqual([
      'sam altman',
      'sam altman, without sponsor, outside shows with Lex in the name',
      'sam altman, without sponsor, notes only',
      '-sponsor',
    ]);
    const names = screen
      .getAllByRole('button', { expanded: false })
      .map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual(keywords());
  });

  test('shows that an alert could not be restored, and allows a retry', async () => {
    const { data } = open('openai');
    await listed(1);
    await userEvent.click(screen.getByRole('button', { name: 'Delete alert for openai' }));
    expect(await screen.findByText('No alerts yet')).toBeTruthy();
    const restore = vi.spyOn(data, 'restoreAlert').mockRejectedValueOnce(new Error('denied'));
    const undo = screen.getByRole('button', { name: 'Undo' });
    await userEvent.click(undo);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to restore alert. Please try again.',
    );
    expect(document.activeElement).toBe(undo);
    await userEvent.click(undo);
    await listed(1);
    expect(restore).toHaveBeenCalledTimes(2);
  });

  test('keeps an alert that could not be deleted, and shows the failure', async () => {
    const { data } = open('openai');
    await listed(1);
    const answer = deferred();
    vi.spyOn(data, 'deleteAlert').mockReturnValue(answer.promise);
    const remove = screen.getByRole<HTMLButtonElement>('button', { name: /^Delete alert/ });
    await userEvent.click(remove);
    expect(remove.disabled).toBe(true);
    await answer.reject(new Error('permission denied'));
    expect(screen.getByRole('alert').textContent).toBe('Failed to delete alert. Please try again.');
    expect(remove.disabled).toBe(false);
    expect(keywords()).toEqual(['openai']);
  });
});

describe('a long list', () => {
  const emailed = (keyword: string, episodes: number, paused = false) => ({
    ...sampleAlert(keyword),
    paused,
    ...(episodes > 0 && { lastMatch: { atMs: 1, episodes } }),
  });
  const alerts = [
    emailed('openai', 2),
    emailed('Émile', 0),
    emailed('stripe', 9, true),
    emailed('ai', 75),
    emailed('robots', 0),
    emailed('a16z', 23),
    emailed('zoom', 1),
  ];
  const spelled = ['Søren Jørgensen', 'Wal-Mart', '삼성전자', 'C++'].map((keyword) =>
    emailed(keyword, 0),
  );
  const find = () => screen.getByRole('searchbox', { name: 'Find an alert' });
  const order = () => screen.getByRole('combobox', { name: 'Order' });

  async function openLong(all = alerts) {
    const fake = fakeMemberData({ alerts: all });
    renderForMember(<AlertsPage />, fake.data);
    await listed(all.length);
    return fake;
  }

  test('filters and sorts a long list, and shows the count', async () => {
    await openLong();
    await userEvent.selectOptions(order(), 'Most in last email');
    expect(keywords()).toEqual(['ai', 'a16z', 'openai', 'zoom', 'Émile', 'robots', 'stripe']);
    await userEvent.selectOptions(order(), 'A–Z');
    expect(keywords()).toEqual(['a16z', 'ai', 'Émile', 'openai', 'robots', 'stripe', 'zoom']);
    await userEvent.type(find(), ' AI');
    expect(keywords()).toEqual(['ai', 'openai']);
    expect(screen.getByText('2 of 7')).toBeTruthy();
    await userEvent.clear(find());
    await userEvent.type(find(), 'emile');
    expect(keywords()).toEqual(['Émile']);
  });

  test('reports that nothing was found, and adds the alert', async () => {
    await openLong();
    await userEvent.type(find(), 'sourdough');
    expect(screen.getByText('No alert contains “sourdough”.')).toBeTruthy();
    expect(screen.queryByText('0 of 7')).toBeNull();
    await press('Add an alert for “sourdough”');
    await listed(8);
    expect(keywords()[0]).toBe('sourdough');
    expect(find()).toHaveProperty('value', '');
  });

  test('does not add an invalid keyword', async () => {
    await openLong();
    await userEvent.type(find(), '!!');
    await press('Add an alert for “!!”');
    expect(screen.getByRole('alert').textContent).toBe(EMPTY_QUERY);
    await userEvent.type(find(), ',x');
    expect(screen.queryByRole('button', { name: /^Add an alert/ })).toBeNull();
  });

  test.each([
    ['soren', 'Søren Jørgensen'],
    ['WAL MART', 'Wal-Mart'],
    ['삼성', '삼성전자'],
    ['c+', 'C++'],
  ])('finds with %s the alert %s', async (typed, keyword) => {
    await openLong([...alerts, ...spelled]);
    await userEvent.type(find(), typed);
    expect(keywords()).toContain(keyword);
  });

  test('keeps a deleted alert at its sorted position', async () => {
    await openLong();
    await userEvent.selectOptions(order(), 'A–Z');
    await press('Delete alert for ai');
    await listed(6);
    const rows = screen.getAllByRole('listitem').slice(0, 3);
    expect(rows[1]!.textContent).toBe('Deleted “ai”.Undo');
    await press('Undo');
    await listed(7);
    expect(keywords()).toEqual(['a16z', 'ai', 'Émile', 'openai', 'robots', 'stripe', 'zoom']);
  });

  test('shows no tools for a few alerts', async () => {
    open('openai', 'a16z', 'nea', 'ai', 'robots', 'Europe');
    await listed(6);
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

describe('the tabs', () => {
  test('tabs switch between alerts and shows', async () => {
    const { data } = fakeMemberData({ alerts: [sampleAlert('openai')] });
    renderForMember(<AlertsPage shows={<p>Shows here</p>} />, data, '/alerts');
    await listed(1);
    expect(screen.queryByText('Shows here')).toBeNull();
    const tab = (name: string) => screen.getByRole('link', { name });
    expect(tab('Alerts').getAttribute('aria-current')).toBe('page');
    await userEvent.click(tab('Your shows'));
    expect(screen.getByText('Shows here')).toBeTruthy();
    expect(tab('Your shows').getAttribute('aria-current')).toBe('page');
    expect(screen.queryByLabelText('Keyword or phrase')).toBeNull();
    await userEvent.click(tab('Alerts'));
    await listed(1);
    expect(screen.queryByText('Shows here')).toBeNull();
  });

  test('an old address of the shows opens their tab', () => {
    renderForMember(
      <AlertsPage shows={<p>Shows here</p>} />,
      fakeMemberData().data,
      '/alerts?q=a#shows',
    );
    expect(screen.getByText('Shows here')).toBeTruthy();
  });
});

describe('pausing', () => {
  const pause = () => screen.queryByRole<HTMLButtonElement>('button', { name: /^Pause alert for/ });
  const resume = () =>
    screen.queryByRole<HTMLButtonElement>('button', { name: /^Resume alert for/ });

  test('pauses an alert until it is resumed', async () => {
    const { data } = open('openai');
    const [write, undo] = [vi.spyOn(data, 'pauseAlert'), vi.spyOn(data, 'resumeAlert')];
    await listed(1);
    await openSettings('openai');
    await userEvent.click(pause()!);
    expect(await screen.findByText('Paused')).toBeTruthy();
    expect(write).toHaveBeenCalledExactlyOnceWith('id-openai', undefined);
    expect(document.activeElement).toBe(resume());
    await userEvent.click(resume()!);
    await waitFor(() => expect(screen.queryByText('Paused')).toBeNull());
    expect(undo).toHaveBeenCalledExactlyOnceWith('id-openai');
  });

  test('pauses an alert for 30 days, and lists it as paused until then', async () => {
    const { data } = open('openai');
    const write = vi.spyOn(data, 'pauseAlert');
    await listed(1);
    await openSettings('openai');
    const button = screen.getByRole('button', { name: /^Pause for 30 days/ });
    await userEvent.click(button);
    const endMs = write.mock.calls[0]?.[1] ?? 0;
    expect(Math.round((endMs - Date.now()) / HOUR_MS)).toBe(30 * 24);
    expect(await screen.findByText(`Paused until ${shortDate(endMs)}`)).toBeTruthy();
    expect(resume()).not.toBeNull();
    expect(button.isConnected).toBe(false);
    await waitFor(() => expect(document.activeElement?.tagName).toBe('LI'));
  });

  test('lists an alert whose pause ended by itself as one that is on', async () => {
    const ended = { paused: true, pausedUntilMs: Date.now() - 1 };
    const { data } = fakeMemberData({ alerts: [{ ...sampleAlert('openai'), ...ended }] });
    renderForMember(<AlertsPage />, data);
    await listed(1);
    expect(screen.queryByText(/^Paused/)).toBeNull();
    await openSettings('openai');
    expect(pause()).not.toBeNull();
    expect(resume()).toBeNull();
  });

  test.each([
    ['pauseAlert', false, 'Failed to pause alert. Please try again.'],
    ['resumeAlert', true, 'Failed to resume alert. Please try again.'],
  ] as const)('%s shows its failure', async (name, paused, text) => {
    const { data } = fakeMemberData({ alerts: [{ ...sampleAlert('openai'), paused }] });
    renderForMember(<AlertsPage />, data);
    await listed(1);
    vi.spyOn(data, name).mockRejectedValue(new Error('permission denied'));
    await openSettings('openai');
    await userEvent.click((paused ? resume() : pause())!);
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });
});

describe('adding', () => {
  test('adds the keyword at the top and clears the field', async () => {
    open('openai');
    await listed(1);
    await userEvent.type(field(), '  venture capital {Enter}');
    await listed(2);
    expect(keywords()).toEqual(['venture capital', 'openai']);
    expect(field().value).toBe('');
  });

  test('disables adding for a blank keyword', async () => {
    open();
    await listed(0);
    expect(add().disabled).toBe(true);
    await userEvent.type(field(), '   ');
    expect(add().disabled).toBe(true);
    await userEvent.type(field(), 'x');
    expect(add().disabled).toBe(false);
  });

  test('refuses an existing keyword until the text changes', async () => {
    const { data } = open('OpenAI');
    const write = vi.spyOn(data, 'addAlerts');
    await listed(1);
    await userEvent.type(field(), ' openai {Enter}');
    expect(screen.getByRole('alert').textContent).toBe(
      'You already have an alert for this keyword',
    );
    expect(field().value).toBe(' openai ');
    expect(write).not.toHaveBeenCalled();
    await userEvent.type(field(), 's');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('adds an alert for each keyword of a list, and keeps refused keywords', async () => {
    const { data } = open('a16z');
    const write = vi.spyOn(data, 'addAlerts');
    await listed(1);
    await userEvent.type(field(), 'OpenAI, A16Z ,, robots, openai{Enter}');
    await listed(3);
    expect(write).toHaveBeenCalledExactlyOnceWith(['OpenAI', 'robots'], {});
    expect(screen.getByRole('alert').textContent).toBe(
      'You already have an alert for this keyword',
    );
    expect(field().value).toBe('A16Z');
    await userEvent.clear(field());
    await userEvent.type(field(), ' , ,');
    expect(add().disabled).toBe(true);
  });

  test('applies the exclusions of a list to each keyword', async () => {
    const { data } = open();
    const write = vi.spyOn(data, 'addAlerts');
    await listed(0);
    await userEvent.type(field(), 'OpenAI, robots, -sponsor{Enter}');
    await listed(2);
    expect(write).toHaveBeenCalledExactlyOnceWith(['OpenAI -sponsor', 'robots -sponsor'], {});
  });

  test('stays busy until the server confirms', async () => {
    const { data } = open();
    await listed(0);
    const answer = deferred();
    vi.spyOn(data, 'addAlerts').mockReturnValue(answer.promise);
    await userEvent.type(field(), 'openai{Enter}');
    expect(screen.getByRole('button', { name: 'Adding...' })).toHaveProperty('disabled', true);
    await answer.resolve();
    expect(add().disabled).toBe(true);
    expect(field().value).toBe('');
  });

  test('stays busy while typing continues, and keeps the typed text', async () => {
    const { data } = open();
    await listed(0);
    const answer = deferred();
    vi.spyOn(data, 'addAlerts').mockReturnValue(answer.promise);
    await userEvent.type(field(), 'openai{Enter}');
    await userEvent.type(field(), ' news');
    expect(screen.getByRole('button', { name: 'Adding...' })).toHaveProperty('disabled', true);
    await answer.resolve();
    expect(field().value).toBe('openai news');
  });

  test('shows an alert saved offline in the list, without an error', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { data } = open();
    const { addAlerts } = data;
    const answer = deferred();
    vi.spyOn(data, 'addAlerts').mockImplementation(async (words) => {
      await addAlerts(words);
      return answer.promise;
    });
    await listed(0);
    await userEvent.type(field(), 'openai{Enter}');
    await listed(1);
    await waitFor(() => expect(field().value).toBe(''));
    expect(screen.queryByRole('alert')).toBeNull();
    await answer.resolve();
    expect(keywords()).toEqual(['openai']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('keeps the keyword after a failure, for a retry', async () => {
    const { data } = open();
    await listed(0);
    vi.spyOn(data, 'addAlerts').mockRejectedValueOnce(new Error('permission denied'));
    await userEvent.type(field(), 'openai{Enter}');
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('Failed to add alert. Please try again.'),
    );
    expect(field().value).toBe('openai');
    await userEvent.click(add());
    await listed(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the limit', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `keyword ${index}`);
  const reached = 'You have reached the limit of 200 alerts. Delete one to add another.';

  test('reports the limit, keeps the typed text, and clears the error on the next letter', async () => {
    open(...many(MAX_ALERTS));
    await listed(200);
    expect(screen.getByText(reached)).toBeTruthy();
    await userEvent.type(field(), 'openai{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(reached);
    expect(field().value).toBe('openai');
    await userEvent.type(field(), 's');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Delete alert for keyword 7' }));
    await listed(199);
    await userEvent.type(field(), '{Enter}');
    await listed(200);
    expect(keywords()).toContain('openais');
  });
});

test('an ambiguous word can be added with its usual meaning', async () => {
  open('openai');
  await listed(1);
  const name = MEANINGS[0]!.name.toLowerCase();
  const [any, meant] = meaningsOf(name)!;
  await userEvent.type(field(), name);
  await press(meant.label);
  expect(field().value).toBe(name);
  await userEvent.click(add());
  await listed(2);
  expect(keywords()).toContain(alertName({ keyword: meant.keyword, language: 2 }));
  expect(field().value).toBe('');
  // The choice was for that word only.
  await userEvent.type(field(), name);
  expect(screen.getByRole('button', { name: any.label, pressed: true })).toBeTruthy();
});

test('suggests alerts where there are none, and still does after one is created', async () => {
  open();
  const create = (keyword = '') =>
    screen.findByRole('button', { name: `Create an alert for ${keyword}` });
  await userEvent.click(await create(ALERT_EXAMPLES[0]));
  expect(await screen.findByText('Your Alerts (1)')).toBeTruthy();
  await userEvent.click(await create(ALERT_EXAMPLES[2]));
  expect(await screen.findByText('Your Alerts (2)')).toBeTruthy();
});
