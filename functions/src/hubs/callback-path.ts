import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FeedHub } from '../feeds/feed-model.ts';

const CALLBACK = /^\/feeds\/hub-([0-9a-f]{32})([0-9a-f]{32})$/;

/** The same hub and topic of a feed always have the same id, so that a catalogue that begins anew finds it. */
export function subscriptionId(feedUrl: string, { hub, topic }: FeedHub): string {
  return hash('sha256', JSON.stringify([feedUrl, hub, topic])).slice(0, 32);
}

export function randomToken(): string {
  return randomBytes(16).toString('hex');
}

export function callbackPath(id: string, token: string): string {
  return `/feeds/hub-${id}${token}`;
}

export function readCallbackPath(path: string): { id: string; token: string } | null {
  const [, id = '', token = ''] = CALLBACK.exec(path) ?? [];
  return id === '' ? null : { id, token };
}

export function isToken(given: string, stored: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(stored)];
  return one.length === other.length && timingSafeEqual(one, other);
}
