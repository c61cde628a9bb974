import { open } from 'node:fs/promises';
import {
  BufferTarget,
  CustomSource,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { AudioError, type AudioPart, type AudioType, type PartLimits } from './audio-part.ts';
import { aacFrameMs, opusPacketMs } from './frame-duration.ts';
import { createPartBuilder, type CutFrames } from './part-builder.ts';

/** Max bytes per read: the index of four hours with a large cover. A longer read means a damaged file. */
const MAX_READ_BYTES = 64_000_000;
/** Opus packets of 120 ms are the longest frames. */
const MAX_FRAME_BYTES = 65_536;
/** Overhead of a container in bytes: up to 16 for each of 30 000 frames. */
const CONTAINER_BYTES = 1_000_000;
/**
 * Encoders leave out silence, but a longer gap comes from a damaged clock. Even a part of one minute needs
 * frames at which to cut.
 */
const MAX_GAP_MS = 30_000;

export type ContainerType = Exclude<AudioType, 'mp3'>;

const READ = { m4a: [MP4, QTFF], ogg: [OGG], webm: [WEBM, MATROSKA] };
const WRITTEN = {
  m4a: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  ogg: () => new OggOutputFormat(),
  webm: () => new WebMOutputFormat(),
};

interface Sound {
  type: ContainerType;
  codec: 'aac' | 'opus';
  config: AudioDecoderConfig;
  packets: EncodedPacketSink;
  /** Playing time of the packet itself, whatever its container says, because services bill by it. */
  lengthMs: (packet: Uint8Array) => number;
}

/** Cuts only the first audio track. Throws an {@link AudioError}, or the library's error for a damaged file. */
export async function* remux(
  type: ContainerType,
  file: string,
  limits: PartLimits,
): AsyncGenerator<AudioPart> {
  const handle = await open(file);
  const source = new CustomSource({
    getSize: async () => (await handle.stat()).size,
    // Without this profile, each frame is a separate read, and an hour takes 29 s instead of 2.5 s.
    prefetchProfile: 'fileSystem',
    async read(start, end) {
      if (end - start > MAX_READ_BYTES) throw new AudioError('not-audio');
      const { buffer } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
      return buffer;
    },
  });
  const input = new Input({ source, formats: READ[type] });
  try {
    const sound = await findSound(type, input);
    const partBytes = limits.partBytes - CONTAINER_BYTES;
    const builder = createPartBuilder({ ...limits, partBytes }, false);
    for await (const { bytes, durationMs } of readFrames(sound)) {
      // The number of bytes stands for loudness, because a quiet frame needs few.
      const part = builder.add(bytes, durationMs, bytes.length);
      if (part !== null) yield await packPart(sound, part);
    }
    const last = builder.end();
    if (last === null) throw new AudioError('not-audio');
    yield await packPart(sound, last);
  } finally {
    input.dispose();
    await handle.close();
  }
}

async function findSound(type: ContainerType, input: Input): Promise<Sound> {
  const [track] = await input.getAudioTracks();
  if (track === undefined) throw new AudioError('not-audio');
  const codec = await track.getCodec();
  const config = await track.getDecoderConfig();
  if (config === null || (codec !== 'aac' && codec !== 'opus'))
    throw new AudioError('unknown-codec');
  const aacMs = codec === 'aac' ? aacFrameMs(bytesOf(config.description)) : null;
  if (codec === 'aac' && aacMs === null) throw new AudioError('unknown-codec');
  const packets = new EncodedPacketSink(track);
  return { type, codec, config, packets, lengthMs: (packet) => aacMs ?? opusPacketMs(packet) };
}

function bytesOf(description: AudioDecoderConfig['description']): Uint8Array {
  return description instanceof Uint8Array ? description : new Uint8Array(0);
}

/** Yields frames in order, except those that an edit list removes. A gap before a frame extends the frame. */
async function* readFrames({
  packets,
  lengthMs,
}: Sound): AsyncGenerator<{ bytes: Uint8Array; durationMs: number }> {
  let endMs = 0;
  for await (const { data: bytes, timestamp } of readPackets(packets)) {
    const ms = lengthMs(bytes);
    const startMs = timestamp * 1000;
    if (ms === 0 || startMs + ms <= 0) continue;
    const gapMs = Math.max(0, startMs - endMs);
    if (gapMs > MAX_GAP_MS || bytes.length > MAX_FRAME_BYTES) throw new AudioError('not-audio');
    endMs += gapMs + ms;
    yield { bytes, durationMs: gapMs + ms };
  }
}

/** After the first packet, an error only ends the loop, because a truncated file still has sound. */
async function* readPackets(packets: EncodedPacketSink): AsyncGenerator<EncodedPacket> {
  let read = 0;
  try {
    for await (const packet of packets.packets()) {
      read += 1;
      yield packet;
    }
  } catch (error) {
    if (read === 0) throw error;
  }
}

async function packPart(
  { type, codec, config, lengthMs }: Sound,
  { frames, bytes, sha256, startMs, endMs, isSilent, quiet }: CutFrames,
): Promise<AudioPart> {
  const target = new BufferTarget();
  const output = new Output({ format: WRITTEN[type](), target });
  const audio = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(audio);
  await output.start();
  for (const [at, frame] of frames.entries()) {
    const data = bytes.subarray(frame.offset, frames[at + 1]?.offset);
    const ms = lengthMs(data);
    const packet = new EncodedPacket(data, 'key', (frame.endMs - ms) / 1000, ms / 1000);
    await audio.add(packet, { decoderConfig: config });
  }
  await output.finalize();
  const packed = new Uint8Array(target.buffer ?? new ArrayBuffer(0));
  return { type, bytes: packed, sha256, startMs, endMs, isSilent, quiet };
}
