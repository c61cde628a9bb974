import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { contentSecurityPolicy } from '../../web/build/content-security-policy.ts';
import { pageFile } from '../../web/build/page-file.ts';

const REPOSITORY = path.join(import.meta.dirname, '../..');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Something that listens on a free port of this machine. */
export interface Listening {
  /** Its address, without a slash at the end. */
  url: string;
  close(): void;
}

export async function listen(handler: RequestListener): Promise<Listening> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

/** A site that was built and is being served; closing removes it. */
interface BuiltSite {
  /** Its address, without a slash at the end. */
  url: string;
  /** What the build said. */
  log: string;
  close(): Promise<void>;
}

/**
 * The site as a deployment builds it with `PRERENDER_BACKEND`, built into a folder of its own and
 * served with the policy and the clean addresses of Hosting, without any API.
 */
export async function buildSite(backend: string): Promise<BuiltSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-site-'));
  const vite = path.join(REPOSITORY, 'node_modules/vite/bin/vite.js');
  // The test runner's own NODE_ENV would have React's development build bundled.
  const environment = { ...process.env, NODE_ENV: 'production', PRERENDER_BACKEND: backend };
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--outDir', folder, '--emptyOutDir'],
    { cwd: path.join(REPOSITORY, 'web'), env: environment },
  );
  const site = await serve(folder);
  const close = async () => {
    site.close();
    await rm(folder, { recursive: true });
  };
  return { url: site.url, close, log: stdout + stderr };
}

async function serve(folder: string): Promise<Listening> {
  const firebaseJson = await readFile(path.join(REPOSITORY, 'firebase.json'), 'utf8');
  const policy = contentSecurityPolicy(JSON.parse(firebaseJson));
  return listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const name = path.extname(pathname) === '' ? pageFile(pathname) : pathname.slice(1);
    const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
    readFile(path.join(folder, name)).then(
      (body) =>
        response
          .writeHead(200, { 'content-type': type, 'content-security-policy': policy })
          .end(body),
      () => response.writeHead(404).end(),
    );
  });
}
