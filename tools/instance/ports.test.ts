import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { REPOSITORY } from '../processes/repository.ts';
import {
  isPortTaken,
  portsAt,
  readPortOffset,
  requireFreePorts,
  TEST_PORT_OFFSET,
} from './ports.ts';

function listen(host: string): Promise<{ port: number; close: () => void }> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, host, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('no port');
      resolve({ port: address.port, close: () => server.close() });
    });
  });
}

describe('the ports of a run', () => {
  test('ports of npm start and npm test are all different', () => {
    const all = [...Object.values(portsAt(0)), ...Object.values(portsAt(TEST_PORT_OFFSET))];
    expect(new Set(all).size).toBe(all.length);
  });

  test('adds the offset to every port', () => {
    expect(portsAt(300).site).toBe(5350);
    expect(portsAt(300).tasks).toBe(9799);
  });

  test('parses an unset or empty offset as 0', () => {
    expect(readPortOffset(undefined)).toBe(0);
    expect(readPortOffset('')).toBe(0);
    expect(readPortOffset('200')).toBe(200);
  });

  test.each(['-1', '1.5', 'many', '60000'])('refuses the offset %s', (text) => {
    expect(() => readPortOffset(text)).toThrow(/EARSHOT_PORT_OFFSET must be a whole number/);
  });
});

describe('a taken port', () => {
  test('detects a port taken on either address of this machine, until it is free', async () => {
    for (const host of ['127.0.0.1', '0.0.0.0']) {
      const { port, close } = await listen(host);
      expect(await isPortTaken(port)).toBe(true);
      close();
      expect(await isPortTaken(port)).toBe(false);
    }
  });

  test('refuses a taken port with a sentence that names its user and the remedy', async () => {
    const { port, close } = await listen('127.0.0.1');
    const ports = { ...portsAt(0), site: port };
    await expect(requireFreePorts(ports, ['site'])).rejects.toThrow(
      `Port ${port} is taken, and the site needs it: stop the program that listens there, ` +
        'or move all of Earshot’s ports with EARSHOT_PORT_OFFSET=200.',
    );
    close();
    await expect(requireFreePorts(ports, ['site'])).resolves.toBeUndefined();
  });
});

test('launch.json attaches to the port of the functions’ inspector', () => {
  const file = path.join(REPOSITORY, '.vscode/launch.json');
  const { configurations } = z
    .object({
      configurations: z.array(
        z.object({
          request: z.string(),
          port: z.number().optional(),
          program: z.string().optional(),
        }),
      ),
    })
    .parse(JSON.parse(readFileSync(file, 'utf8')));
  const attached = configurations.filter(({ request }) => request === 'attach');
  expect(attached.map(({ port }) => port)).toEqual([portsAt(0).inspect]);
  const programs = configurations.flatMap(({ program }) => program ?? []);
  expect(programs).toHaveLength(1);
  for (const program of programs) {
    expect(existsSync(program.replace('${workspaceFolder}', REPOSITORY))).toBe(true);
  }
});
