import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { serveOnLoopback } from '../../functions/src/testing/test-server.ts';
import { newestExport, saveExport } from './emulator-exports.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

function writeExport(target: string) {
  mkdirSync(target, { recursive: true });
  writeFileSync(path.join(target, 'firebase-export-metadata.json'), '{}');
}

/** A fake of the emulators' hub, which writes the requested export if `status` is 200. */
function startHub(status: number): Promise<string> {
  return serveOnLoopback((request, reply) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const asked = z.object({ path: z.string() }).parse(JSON.parse(body));
      if (status === 200) writeExport(asked.path);
      else mkdirSync(asked.path);
      reply.writeHead(status).end('{}');
    });
  });
}

test('finds no export in a missing folder, nor an incomplete export', () => {
  expect(newestExport(path.join(folder, 'exports'))).toBeNull();
  mkdirSync(path.join(folder, '100'));
  expect(newestExport(folder)).toBeNull();
});

test('finds the newest complete export, compared by number', () => {
  writeExport(path.join(folder, '999'));
  writeExport(path.join(folder, '1000'));
  mkdirSync(path.join(folder, '2000'));
  expect(newestExport(folder)).toBe(path.join(folder, '1000'));
});

test('removes older exports after saving a new one', async () => {
  writeExport(path.join(folder, '1000'));
  await saveExport(folder, await startHub(200), 2000);
  expect(readdirSync(folder)).toEqual(['2000']);
});

test('keeps only the older export when saving fails', async () => {
  writeExport(path.join(folder, '1000'));
  await expect(saveExport(folder, await startHub(500), 2000)).rejects.toThrow(
    'the hub answered 500',
  );
  expect(readdirSync(folder)).toEqual(['1000']);
});

test('names a full disk as the reason that saving fails, and saves once there is room', async (context) => {
  try {
    const options = ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder];
    execFileSync('mount', options, { stdio: 'ignore' });
  } catch {
    return context.skip('only root may mount a small disk here');
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' }));
  writeExport(path.join(folder, '1000'));
  const fill = path.join(folder, 'fill');
  expect(() => writeFileSync(fill, Buffer.alloc(300_000))).toThrow('ENOSPC');
  const saving = saveExport(folder, await startHub(500), 2000);
  await expect(saving).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(newestExport(folder)).toBe(path.join(folder, '1000'));
  rmSync(fill);
  await saveExport(folder, await startHub(200), 3000);
  expect(readdirSync(folder)).toEqual(['3000']);
});
