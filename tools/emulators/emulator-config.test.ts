import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { REGION } from '../../functions/src/platform/runtime-options.ts';
import { allowLoopback, emulatorConfig } from './emulator-config.ts';
import { portsAt } from '../instance/ports.ts';
import { REPOSITORY } from '../processes/repository.ts';

const firebaseJson: unknown = JSON.parse(
  readFileSync(path.join(REPOSITORY, 'firebase.json'), 'utf8'),
);
const folder = path.join(REPOSITORY, '.data', 'emulators');
const config = emulatorConfig(firebaseJson, { repository: REPOSITORY, folder, ports: portsAt(0) });

describe('the emulators’ configuration', () => {
  test('the emulators have the ports of firebase.json at offset 0', () => {
    expect(firebaseJson).toMatchObject({ emulators: config.emulators });
  });

  test('the configuration names the same files as firebase.json', () => {
    expect(path.resolve(folder, config.hosting.public)).toBe(path.join(REPOSITORY, 'web/dist'));
    const functions = path.join(REPOSITORY, 'functions');
    expect(path.join(folder, config.functions.source)).toBe(path.join(functions, 'lib'));
    expect(path.resolve(folder, config.functions.configDir)).toBe(folder);
    expect(config.firestore.rules).toBe(path.join(REPOSITORY, 'firestore.rules'));
  });

  test('keeps the deployed rewrites and headers, except for local addresses', () => {
    const text = JSON.stringify({ hosting: { ...config.hosting, public: 'web/dist' } });
    const deployed: unknown = JSON.parse(
      text.replaceAll(' http://127.0.0.1:* http://localhost:*', ''),
    );
    expect(firebaseJson).toMatchObject(deployed as object);
  });

  test('the configuration adds the offset to every port', () => {
    const moved = emulatorConfig(firebaseJson, {
      repository: REPOSITORY,
      folder,
      ports: portsAt(100),
    });
    const portsOf = (emulators: object) =>
      Object.values(emulators).flatMap((entry: unknown) =>
        typeof entry === 'object' && entry !== null && 'port' in entry ? [Number(entry.port)] : [],
      );
    expect(portsOf(moved.emulators)).toEqual(portsOf(config.emulators).map((port) => port + 100));
    expect(moved.emulators.firestore.websocketPort).toBe(5155);
  });
});

test('firebase.json routes to the region of the functions', () => {
  const regions = [...JSON.stringify(firebaseJson).matchAll(/"region":"([^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect(regions.length).toBeGreaterThan(0);
  expect(new Set(regions)).toEqual(new Set([REGION]));
});

test('a local run allows connections, images and sounds of this machine, but no more scripts', () => {
  const policy =
    "default-src 'self'; script-src 'self'; img-src 'self' https:; media-src https:; connect-src 'self'";
  expect(allowLoopback(policy)).toBe(
    "default-src 'self'; script-src 'self'; " +
      "img-src 'self' https: http://127.0.0.1:* http://localhost:*; " +
      'media-src https: http://127.0.0.1:* http://localhost:*; ' +
      "connect-src 'self' http://127.0.0.1:* http://localhost:*",
  );
});
