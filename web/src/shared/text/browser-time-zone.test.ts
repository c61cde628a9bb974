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

test.each(['America/Coyhaique', 'Europe/Kyiv', 'Europe/Kiev', 'UTC'])(
  'keeps the zone %s',
  (zone) => {
    nameZone(zone);
    expect(browserTimeZone()).toBe(zone);
  },
);

test.each(['Etc/Unknown', '+03:00', 'GMT+3', '', undefined, 'Mars/Olympus'])(
  'falls back to UTC for %j, as the server does',
  (zone) => {
    nameZone(zone);
    expect(knownTimeZone()).toBeNull();
    expect(browserTimeZone()).toBe('UTC');
    expect(preferencesSchema.parse({ timeZone: zone }).timeZone).toBe('UTC');
  },
);

test('falls back to UTC if the browser throws', () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(() => {
    throw new RangeError('Invalid time zone specified: Etc/Unknown');
  });
  expect(browserTimeZone()).toBe('UTC');
});

test('keeps US/Pacific-New, an old name of Los Angeles, if the runtime supports it', () => {
  nameZone('US/Pacific-New');
  expect(['US/Pacific-New', 'UTC']).toContain(browserTimeZone());
});
