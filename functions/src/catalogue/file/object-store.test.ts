import { readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FAULTS, OBJECT_URL, testStorage } from '../testing/test-storage.ts';
import { bucketObjects, fileObjects } from './object-store.ts';

async function inFiles() {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'earshot-test-')), 'alerts');
  onTestFinished(() => rm(path.dirname(folder), { recursive: true, force: true }));
  return { objects: fileObjects(folder), name: 'shard-0', folder };
}

async function inBucket() {
  const storage = await testStorage();
  const folder = OBJECT_URL.slice(0, OBJECT_URL.lastIndexOf('/'));
  const name = OBJECT_URL.slice(folder.length + 1);
  return { objects: bucketObjects(folder, storage.access), name, storage };
}

describe.each([
  ['files', inFiles],
  ['objects in a bucket', inBucket],
] as const)('%s', (_, open) => {
  test('reads what was written, and null before', async () => {
    const { objects, name } = await open();
    expect(await objects.read(name)).toBeNull();
    expect(await objects.write(name, [Buffer.from('one')], null)).not.toBeNull();
    const one = (await objects.read(name))!;
    expect(one.bytes?.toString()).toBe('one');
    const generation = await objects.write(name, [Buffer.from('two')], one.generation);
    expect(generation).not.toBe(one.generation);
    const two = (await objects.read(name))!;
    expect(two.bytes?.toString()).toBe('two');
    expect(two.generation).toBe(generation);
  });

  test('reads null after an object was removed', async () => {
    const { objects, name } = await open();
    await objects.remove(name);
    await objects.write(name, [Buffer.from('one')], null);
    await objects.remove(name);
    expect(await objects.read(name)).toBeNull();
    expect(await objects.write(name, [Buffer.from('two')], null)).not.toBeNull();
  });

  test('joins the pieces of a write', async () => {
    const { objects, name } = await open();
    const pieces = ['one', '', ', two'].map((text) => Buffer.from(text));
    await objects.write(name, pieces.values(), null);
    const whole = (await objects.read(name))!;
    expect(whole.bytes?.toString()).toBe('one, two');
    expect(await objects.write(name, [], whole.generation)).not.toBeNull();
    expect((await objects.read(name))?.bytes?.length).toBe(0);
  });

  test('rejects a write that replaces an older generation', async () => {
    const { objects, name } = await open();
    await objects.write(name, [Buffer.from('one')], null);
    const one = (await objects.read(name))!;
    expect(await objects.write(name, [Buffer.from('other')], null)).toBeNull();
    await objects.write(name, [Buffer.from('two')], one.generation);
    expect(await objects.write(name, [Buffer.from('late')], one.generation)).toBeNull();
    expect((await objects.read(name))?.bytes?.toString()).toBe('two');
  });

  test('only one of several concurrent writes succeeds', async () => {
    const { objects, name } = await open();
    const written = await Promise.all(
      ['a', 'b', 'c', 'd'].map((text) => objects.write(name, [Buffer.from(text)], null)),
    );
    expect(written.filter((each) => each !== null)).toHaveLength(1);
    const winner = ['a', 'b', 'c', 'd'][written.findIndex((each) => each !== null)];
    expect((await objects.read(name))?.bytes?.toString()).toBe(winner);
  });
});

test('file objects ignore partial files and delete old generations', async () => {
  const { objects, name, folder } = await inFiles();
  let generation: string | null = null;
  for (let each = 0; each < 5; each += 1) {
    expect(await objects.write(name, [Buffer.from(`${each}`)], generation)).not.toBeNull();
    generation = (await objects.read(name))!.generation;
  }
  expect(readdirSync(folder).sort()).toEqual(['shard-0.4', 'shard-0.5']);
  writeFileSync(path.join(folder, 'shard-0.draft'), 'half');
  expect((await objects.read(name))?.bytes?.toString()).toBe('4');
});

test('reports a damaged object, lets it be replaced, and rejects if the bucket is unavailable', async () => {
  const { objects, name, storage } = await inBucket();
  storage.put(Buffer.from('not packed'));
  const damaged = (await objects.read(name))!;
  expect(damaged.bytes).toBeNull();
  expect(await objects.write(name, [Buffer.from('new')], damaged.generation)).not.toBeNull();
  storage.faults.push(FAULTS.unavailable);
  await expect(objects.read(name)).rejects.toThrow('503');
});
