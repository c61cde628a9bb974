import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { AudioError, type AudioPart, type PartLimits } from './audio-part.ts';
import type { ContainerType } from './remux.ts';
import type { RemuxAnswer, RemuxTask } from './remux-worker.ts';

/** A file of four hours has 750 000 frames, whose index takes 60 MB. */
const MAX_HEAP_MB = 192;

const [BUNDLED, SOURCE] = ['remux-worker.cjs', 'remux-worker-source.js'].map((name) =>
  path.join(import.meta.dirname, name),
) as [string, string];
const WORKER = existsSync(BUNDLED) ? BUNDLED : SOURCE;

/**
 * The index may be at the end, so the whole file is written first (in the cloud, to memory). An index may
 * claim anything, so a thread parses it and is terminated if it takes too much time or memory.
 */
export async function* cutContainer(
  type: ContainerType,
  stream: AsyncIterable<Uint8Array>,
  limits: PartLimits,
): AsyncGenerator<AudioPart> {
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-audio-'));
  try {
    const file = path.join(folder, type);
    await writeFile(file, stream);
    yield* cutFile({ type, file, limits });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* cutFile(task: RemuxTask): AsyncGenerator<AudioPart> {
  const worker = new Worker(WORKER, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  try {
    // If the thread fails before it is ready, the file is not the cause.
    await once(worker, 'message');
    const ended = new AbortController();
    const end = () => {
      ended.abort();
    };
    worker.on('error', end).on('exit', end);
    for (;;) {
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(task.limits.workMs)]);
      worker.postMessage('next');
      const [answer] = (await once(worker, 'message', { signal }).catch(() => {
        throw new AudioError('not-audio');
      })) as [RemuxAnswer];
      if ('failure' in answer) throw new AudioError(answer.failure);
      if (answer.part === null) return;
      yield answer.part;
    }
  } finally {
    await worker.terminate();
  }
}
