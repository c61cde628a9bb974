import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../testing/temporary-folder.ts';
import {
  busyBackends,
  connectTo,
  HAS_POSTGRES,
  startPostgres,
} from '../../../testing/test-postgres.ts';
import { postgresAddress } from './postgres-address.ts';
import { openPostgresServer } from './postgres-server.ts';

const LIMITS = { connections: 2, connectMs: 2_000, statementMs: 60_000 };

const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0;

/** Creates a private key, and a self-signed certificate for localhost. */
function selfSigned(): { key: string; certificate: string } {
  const folder = temporaryFolder();
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-nodes', '-keyout', key, '-out', certificate, '-days', '2'];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync('openssl', [...made, ...subject, ...files], { stdio: 'ignore' });
  return { key, certificate };
}

test.skipIf(!HAS_POSTGRES || !HAS_OPENSSL).each([
  ['without checking the certificate', { sslmode: 'require' }],
  ['and a checked certificate', { sslmode: 'verify-full' }],
])('cancels an abandoned statement over TLS %s', { timeout: 60_000 }, async (_, parameters) => {
  const made = selfSigned();
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const { uid, gid } = statSync(path.join(server.folder, 'data'));
  for (const [name, file] of [
    ['server.key', made.key],
    ['server.crt', made.certificate],
  ] as const) {
    const to = path.join(server.folder, 'data', name);
    writeFileSync(to, readFileSync(file), { mode: 0o600 });
    chownSync(to, uid, gid);
  }
  const watcher = await connectTo(server.url());
  onTestFinished(() => watcher.end());
  await watcher.query('ALTER SYSTEM SET ssl = on');
  await watcher.query('SELECT pg_reload_conf()');

  const url = server.url('postgres', { ...parameters, sslrootcert: made.certificate });
  const left = openPostgresServer(postgresAddress(url), LIMITS);
  onTestFinished(() => left.close());
  const isEncrypted = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
  await vi.waitFor(async () =>
    expect(await left.session((session) => session.find(isEncrypted))).toMatchObject({
      rows: [['t']],
    }),
  );
  const caller = new AbortController();
  const asleep = left.session((session) => session.find('SELECT pg_sleep(60)'), caller.signal);
  const ended = expect(asleep).rejects.toMatchObject({ code: 'upstream-timeout' });
  await vi.waitFor(async () => expect(await busyBackends(watcher, url)).toBe(1));
  caller.abort();
  await ended;
  await vi.waitFor(async () => expect(await busyBackends(watcher, url)).toBe(0), {
    timeout: 1_000,
  });
});

/** Code that identifies a CancelRequest in PostgreSQL's protocol. */
const CANCEL = 80_877_102;

test.skipIf(!HAS_POSTGRES)(
  'keeps a connection open until its cancel request arrives, for poolers',
  { timeout: 60_000 },
  async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const url = new URL(server.url());
    const port = Number(url.port);
    const seen: string[] = [];
    const between = createServer((socket) => {
      const onwards = connect(port, url.hostname);
      let isRequest = false;
      socket
        .on('error', () => undefined)
        .on('data', (data) => {
          isRequest ||= data.length === 16 && data.readInt32BE(4) === CANCEL;
          if (isRequest) seen.push('cancelled');
        })
        .on('close', () => isRequest || seen.push('closed'));
      socket
        .pipe(onwards)
        .on('error', () => undefined)
        .pipe(socket);
    });
    await once(between.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void between.close());
    url.port = `${(between.address() as AddressInfo).port}`;
    const left = openPostgresServer(postgresAddress(url.href), LIMITS);
    onTestFinished(() => left.close());
    await left.session((session) => session.find('SELECT 1'));
    const caller = new AbortController();
    const asleep = left.session((session) => session.find('SELECT pg_sleep(60)'), caller.signal);
    setTimeout(() => caller.abort(), 500);
    await expect(asleep).rejects.toMatchObject({ code: 'upstream-timeout' });
    await vi.waitFor(() => expect(seen).toEqual(['cancelled', 'closed']), { timeout: 10_000 });
  },
);
