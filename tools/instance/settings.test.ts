import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { REPOSITORY } from '../processes/repository.ts';
import { chosenFeeds, feedsAddress, feedsFolder, mergeSettings } from './settings.ts';

describe('settings', () => {
  test('the environment wins over the .env file', () => {
    const settings = mergeSettings('FEEDS=a.opml\nVITE_SITE_NAME="Ear shot"\n', {
      FEEDS: 'b.opml',
    });
    expect(settings).toEqual({ FEEDS: 'b.opml', VITE_SITE_NAME: 'Ear shot' });
  });

  test('a line left empty sets nothing', () => {
    expect(mergeSettings('FEEDS=\n# CORS_ORIGINS=x\n', {})).toEqual({});
  });
});

describe('FEEDS', () => {
  test('unset or blank leaves the choice to us', () => {
    expect(feedsAddress(undefined, REPOSITORY)).toBeNull();
    expect(feedsAddress(' ', REPOSITORY)).toBeNull();
  });

  test('an address stays as it is', () => {
    expect(feedsAddress('https://example.com/feeds.opml', '/x')).toBe(
      'https://example.com/feeds.opml',
    );
    expect(feedsAddress('HTTP://example.com/rss', '/x')).toBe('HTTP://example.com/rss');
  });

  test('a path becomes absolute, seen from the folder it was written in', () => {
    const file = path.join(REPOSITORY, 'package.json');
    expect(feedsAddress('../package.json', path.join(REPOSITORY, 'tools'))).toBe(file);
    expect(feedsAddress(file, '/elsewhere')).toBe(file);
    expect(feedsAddress(pathToFileURL(file).href, '/elsewhere')).toBe(file);
  });

  test('a path that leads to nothing is refused by name', () => {
    expect(() => feedsAddress('nothing.opml', REPOSITORY)).toThrow(
      `FEEDS names ${path.join(REPOSITORY, 'nothing.opml')}, and there is no such file.`,
    );
  });

  test('is relative to where npm was called, or to the .env file', () => {
    expect(feedsFolder({ FEEDS: 'a', INIT_CWD: '/there' })).toBe('/there');
    expect(feedsFolder({ INIT_CWD: '/there' })).toBe(REPOSITORY);
  });
});

describe('--live', () => {
  test('follows the list of real podcasts that a deployed catalogue follows', () => {
    expect(chosenFeeds(true, undefined, REPOSITORY)).toBe(
      path.join(REPOSITORY, 'functions/feeds.opml'),
    );
    expect(chosenFeeds(false, undefined, REPOSITORY)).toBeNull();
  });

  test('is refused where FEEDS names other feeds', () => {
    const list = 'https://example.com/feeds.opml';
    expect(chosenFeeds(false, list, REPOSITORY)).toBe(list);
    expect(() => chosenFeeds(true, list, REPOSITORY)).toThrow('FEEDS is set, too');
  });
});
