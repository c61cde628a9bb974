import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { CHANNEL_DRIVERS } from './drivers/channel-drivers.ts';
import { newSecret } from './channel-secrets.ts';
import type { ChannelTarget } from './channel-message.ts';
import { wholeItem } from './fixtures/whole-item.ts';
import { sendToChannel } from './send-to-channel.ts';

const PAGE = path.join(import.meta.dirname, '../../../../docs/channels.md');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

test('the receiver in the guide accepts each signed message once and refuses other signatures', async () => {
  const [, program = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(PAGE, 'utf8')) ?? [];
  const folder = mkdtempSync(path.join(tmpdir(), 'earshot-receiver-'));
  const port = await freePort();
  const file = path.join(folder, 'receiver.mjs');
  writeFileSync(file, program.replace('.listen(8080)', `.listen(${port}, '127.0.0.1')`));
  const secret = newSecret();
  const receiver = spawn(process.execPath, [file], { env: { WEBHOOK_SECRET: secret } });
  onTestFinished(() => {
    receiver.kill();
    rmSync(folder, { recursive: true });
  });
  let printed = '';
  receiver.stdout.on('data', (piece: Buffer) => (printed += piece.toString()));

  const url = `http://127.0.0.1:${port}/hook`;
  const send = (secrets: string[]) => {
    const target: ChannelTarget = {
      id: 'c',
      uid: 'ada',
      kind: 'webhook',
      name: 'Mine',
      url,
      secrets,
    };
    const message = { id: 'msg_1', atMs: Date.now(), items: [wholeItem] };
    return sendToChannel(target, message, {
      siteName: 'Earshot',
      siteUrl: 'https://earshot.example',
      allowLoopback: true,
    });
  };
  let first = await send([secret]);
  for (let turn = 0; turn < 100 && first.status === null; turn += 1) {
    await pause(50);
    first = await send([secret]);
  }
  expect(first).toMatchObject({ kind: 'accepted', status: 204 });
  expect(await send([newSecret(), secret])).toMatchObject({ kind: 'accepted' });
  expect(await send([newSecret()])).toMatchObject({ kind: 'unavailable', status: 401 });
  expect(printed.match(/Ledgers https:\/\/podcast\.example\/episodes\/1/g)).toHaveLength(1);
});

test.each(Object.keys(CHANNEL_DRIVERS).filter((kind) => kind !== 'webhook'))(
  'the guides document the address and the limits of %s',
  (kind) => {
    expect(readFileSync(PAGE, 'utf8')).toMatch(new RegExp(`^\\| ${kind} +\\| .*http`, 'im'));
    const limits = readFileSync(path.join(PAGE, '../limits.md'), 'utf8');
    expect(limits.toLowerCase()).toContain(kind);
  },
);
