import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { temporaryFolder } from '../../functions/src/platform/temporary-folder.ts';
import { serveOnLoopback } from '../../functions/src/platform/test-server.ts';
import { newestExport, saveExport } from './emulator-exports.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

function writeExport(target: string) {
  mkdirSync(target, { recursive: true });
  writeFileSync(path.join(target, 'firebase-export-metadata.json'), '{}');
}

/** A stand-in for the emulators' hub; with `status` 200 it writes the requested export. */
function startHub(status: number): Promise<string> {
  return serveOnLoopback((request, reply) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const asked = z.object({ path: z.string() }).parse(JSON.parse(body));
      if (status === 200) writeExport(asked.path);
      reply.writeHead(status).end('{}');
    });
  });
}

test('finds no export before the first is saved, nor in a folder with half of one', () => {
  expect(newestExport(path.join(folder, 'exports'))).toBeNull();
  mkdirSync(path.join(folder, '100'));
  expect(newestExport(folder)).toBeNull();
});

test('takes the newest finished export, by number and not by alphabet', () => {
  writeExport(path.join(folder, '999'));
  writeExport(path.join(folder, '1000'));
  mkdirSync(path.join(folder, '2000'));
  expect(newestExport(folder)).toBe(path.join(folder, '1000'));
});

test('leaves only the new export after saving', async () => {
  writeExport(path.join(folder, '1000'));
  await saveExport(folder, await startHub(200), 2000);
  expect(readdirSync(folder)).toEqual(['2000']);
});

test('keeps what was saved before when an export fails', async () => {
  writeExport(path.join(folder, '1000'));
  await expect(saveExport(folder, await startHub(500), 2000)).rejects.toThrow(
    'the hub answered 500',
  );
  expect(newestExport(folder)).toBe(path.join(folder, '1000'));
});
