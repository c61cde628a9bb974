import { type AudioPart, PART_LIMITS, type PartLimits } from './audio-part.ts';
import { cutContainer } from './cut-container.ts';
import { cutMp3 } from './cut-mp3.ts';
import type { ContainerType } from './remux.ts';

/** Magic bytes of containers, because the address or the media type of audio may be wrong. */
const SIGNATURES: [type: ContainerType, at: number, bytes: Buffer][] = [
  ['m4a', 4, Buffer.from('ftyp')],
  ['ogg', 0, Buffer.from('OggS')],
  ['webm', 0, Buffer.from([0x1a, 0x45, 0xdf, 0xa3])],
];
const SIGNATURE_BYTES = 8;

/** Throws an {@link AudioError} for audio that cannot be cut. */
export async function* cutSound(
  stream: AsyncIterable<Uint8Array>,
  limits: PartLimits = PART_LIMITS,
): AsyncGenerator<AudioPart> {
  const chunks = stream[Symbol.asyncIterator]();
  try {
    let head = Buffer.alloc(0);
    let next = await chunks.next();
    while (next.done !== true) {
      head = Buffer.concat([head, next.value]);
      if (head.length >= SIGNATURE_BYTES) break;
      next = await chunks.next();
    }
    const whole = withHead(head, chunks);
    const signature = SIGNATURES.find(([, at, bytes]) =>
      head.subarray(at, at + bytes.length).equals(bytes),
    );
    yield* signature === undefined
      ? cutMp3(whole, limits)
      : cutContainer(signature[0], whole, limits);
  } finally {
    await chunks.return?.();
  }
}

async function* withHead(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
