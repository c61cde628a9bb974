import { parentPort, workerData } from 'node:worker_threads';
import {
  AudioError,
  type AudioFailureCode,
  type AudioPart,
  type PartLimits,
} from './audio-part.ts';
import { type ContainerType, remux } from './remux.ts';

// Runs on a thread that cut-container.ts starts. Each message requests the next part.

export interface RemuxTask {
  type: ContainerType;
  file: string;
  limits: PartLimits;
}

export type RemuxAnswer = { part: AudioPart | null } | { failure: AudioFailureCode };

const { type, file, limits } = workerData as RemuxTask;
const parts = remux(type, file, limits);

async function answerNext(): Promise<void> {
  const answer = await readNext();
  const moved = 'part' in answer && answer.part ? [answer.part.bytes.buffer] : [];
  parentPort?.postMessage(answer, moved);
}

async function readNext(): Promise<RemuxAnswer> {
  try {
    const next = await parts.next();
    return { part: next.done === true ? null : next.value };
  } catch (error) {
    return { failure: error instanceof AudioError ? error.code : 'not-audio' };
  }
}

parentPort?.on('message', () => void answerNext());
parentPort?.postMessage('ready');
