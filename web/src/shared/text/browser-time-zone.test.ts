import { preferencesSchema } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { browserTimeZone, knownTimeZone } from './browser-time-zone.ts';

function nameZone(timeZone: unknown) {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...options,
    timeZone: timeZone as string,
  });
}

test.each(['America/Coyhaique', 'Europe/Kyiv', 'Europe/Kiev', 'UTC'])('keeps %s', (zone) => {
  nameZone(zone);
  expect(browserTimeZone()).toBe(zone);
});

test.each(['Etc/Unknown', '+03:00', 'GMT+3', '', undefined, 'Mars/Olympus'])(
  'means UTC by %j, and the server does so too',
  (zone) => {
    nameZone(zone);
    expect(knownTimeZone()).toBeNull();
    expect(browserTimeZone()).toBe('UTC');
    expect(preferencesSchema.parse({ timeZone: zone }).timeZone).toBe('UTC');
  },
);

test('survives a browser that knows no zone at all', () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(() => {
    throw new RangeError('Invalid time zone specified: Etc/Unknown');
  });
  expect(browserTimeZone()).toBe('UTC');
});

test('takes US/Pacific-New, an old name of Los Angeles, where the runtime knows it', () => {
  nameZone('US/Pacific-New');
  expect(['US/Pacific-New', 'UTC']).toContain(browserTimeZone());
});
