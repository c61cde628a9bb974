import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { REPOSITORY } from '../processes/repository.ts';
import { chosenFeeds, feedsAddress, feedsFolder, mergeSettings } from './settings.ts';

describe('settings', () => {
  test('the environment overrides the .env file', () => {
    const settings = mergeSettings('FEEDS=a.opml\nVITE_SITE_NAME="Ear shot"\n', {
      FEEDS: 'b.opml',
    });
    expect(settings).toEqual({ FEEDS: 'b.opml', VITE_SITE_NAME: 'Ear shot' });
  });

  test('ignores empty values and comments', () => {
    expect(mergeSettings('FEEDS=\n# CORS_ORIGINS=x\n', {})).toEqual({});
  });
});

describe('FEEDS', () => {
  test('returns null if FEEDS is unset or blank', () => {
    expect(feedsAddress(undefined, REPOSITORY)).toBeNull();
    expect(feedsAddress(' ', REPOSITORY)).toBeNull();
  });

  test('leaves a URL unchanged', () => {
    expect(feedsAddress('https://example.com/feeds.opml', '/x')).toBe(
      'https://example.com/feeds.opml',
    );
    expect(feedsAddress('HTTP://example.com/rss', '/x')).toBe('HTTP://example.com/rss');
  });

  test('resolves a path relative to its folder', () => {
    const file = path.join(REPOSITORY, 'package.json');
    expect(feedsAddress('../package.json', path.join(REPOSITORY, 'tools'))).toBe(file);
    expect(feedsAddress(file, '/elsewhere')).toBe(file);
    expect(feedsAddress(pathToFileURL(file).href, '/elsewhere')).toBe(file);
  });

  test('refuses a path without a file, and names it', () => {
    expect(() => feedsAddress('nothing.opml', REPOSITORY)).toThrow(
      `FEEDS names ${path.join(REPOSITORY, 'nothing.opml')}, and there is no such file.`,
    );
  });

  test('resolves paths relative to the caller’s folder, or to that of .env', () => {
    expect(feedsFolder({ FEEDS: 'a', INIT_CWD: '/there' })).toBe('/there');
    expect(feedsFolder({ INIT_CWD: '/there' })).toBe(REPOSITORY);
  });
});

describe('--live', () => {
  test('follows the same list of real podcasts as a deployed catalogue', () => {
    expect(chosenFeeds(true, undefined, REPOSITORY)).toBe(
      path.join(REPOSITORY, 'functions/feeds.opml'),
    );
    expect(chosenFeeds(false, undefined, REPOSITORY)).toBeNull();
  });

  test('refuses --live if FEEDS names other feeds', () => {
    const list = 'https://example.com/feeds.opml';
    expect(chosenFeeds(false, list, REPOSITORY)).toBe(list);
    expect(() => chosenFeeds(true, list, REPOSITORY)).toThrow('FEEDS is set, too');
  });
});
