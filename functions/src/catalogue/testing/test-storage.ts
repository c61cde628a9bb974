import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StorageAccess } from '../file/catalogue-bucket.ts';
import { serveOnLoopback } from '../../testing/test-server.ts';

type Fault = (request: IncomingMessage, response: ServerResponse) => void;

/** A local emulation of Cloud Storage's JSON API with injectable faults. */
export interface TestStorage {
  access: StorageAccess;
  object: { generation: number; body: Buffer } | null;
  /** Stores the body without a precondition. */
  put(body: Buffer): void;
  /** True to require the token; emulators do not require it. */
  guarded: boolean;
  /** Each fault affects one request. */
  faults: Fault[];
  outage: Fault | null;
  beforeUpload: (() => Promise<void>) | null;
  /** Number of uploads that will be stored, but get no response. */
  answersLost: number;
  /** Each entry has the method and the path with its query string. */
  requests: string[];
}

export const OBJECT_URL = 'gs://test-bucket/folder/catalogue.db';
const OBJECT_PATH = '/storage/v1/b/test-bucket/o/folder%2Fcatalogue.db';
const UPLOAD_PATH = '/upload/storage/v1/b/test-bucket/o';
const TOKEN = 'test-token';

export async function testStorage(silenceTimeoutMs = 1_000): Promise<TestStorage> {
  const origin = await serveOnLoopback((request, response) => {
    storage.requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const fault = storage.faults.shift() ?? storage.outage;
    if (fault) {
      fault(request, response);
      return;
    }
    if (storage.guarded && request.headers.authorization !== `Bearer ${TOKEN}`) {
      answer(response, 401);
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? '', origin);
    if (request.method === 'GET' && pathname === OBJECT_PATH) download(response, searchParams);
    else if (request.method === 'POST' && pathname === UPLOAD_PATH) {
      void upload(request, response, searchParams);
    } else if (request.method === 'DELETE' && pathname === OBJECT_PATH) {
      answer(response, storage.object === null ? 404 : 204);
      storage.object = null;
    } else answer(response, 404);
  });
  const storage: TestStorage = {
    access: { origin, token: () => Promise.resolve(TOKEN), silenceTimeoutMs },
    object: null,
    put(body) {
      this.object = { generation: (this.object?.generation ?? 0) + 1, body };
    },
    guarded: true,
    faults: [],
    outage: null,
    beforeUpload: null,
    answersLost: 0,
    requests: [],
  };

  function download(response: ServerResponse, query: URLSearchParams): void {
    const { object } = storage;
    if (object === null) {
      answer(response, 404);
      return;
    }
    if (query.get('ifGenerationNotMatch') === String(object.generation)) {
      answer(response, 304);
      return;
    }
    response.writeHead(200, {
      'content-length': object.body.length,
      'x-goog-generation': String(object.generation),
    });
    response.end(object.body);
  }

  async function upload(
    request: IncomingMessage,
    response: ServerResponse,
    query: URLSearchParams,
  ): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    await storage.beforeUpload?.();
    const expected = query.get('ifGenerationMatch');
    if (query.get('name') !== 'folder/catalogue.db') {
      answer(response, 404);
      return;
    }
    if (expected !== String(storage.object?.generation ?? 0)) {
      answer(response, 412);
      return;
    }
    storage.put(Buffer.concat(chunks));
    if (storage.answersLost > 0) {
      storage.answersLost -= 1;
      response.destroy();
    } else response.end(JSON.stringify({ generation: String(storage.object?.generation) }));
  }
  return storage;
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(
    status === 304 || status === 204 ? undefined : JSON.stringify({ error: { code: status } }),
  );
}

export const FAULTS = {
  unavailable: (_, response) => answer(response, 503),
  forbidden: (_, response) => answer(response, 403),
  silent: () => undefined,
  hungUp: (request) => void request.socket.destroy(),
  /** Closes the connection before the announced length. */
  cutShort: (_, response) => {
    response.writeHead(200, { 'content-length': 100_000, 'x-goog-generation': '99' });
    response.write(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), () => response.destroy());
  },
  /** Sends a few bytes, then nothing, without closing. */
  stalled: (_, response) => {
    response.writeHead(200, { 'content-length': 100_000, 'x-goog-generation': '99' });
    response.write(Buffer.from([0x1f, 0x8b, 8]));
  },
} satisfies Record<string, Fault>;
