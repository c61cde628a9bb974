import type { Change, Precondition, Write } from './documents.ts';
import { FieldPath, type Timestamp } from 'firebase-admin/firestore';
import {
  type Fields,
  fieldPath,
  isDeletion,
  isMap,
  type Segments,
  storedValue,
  transformIn,
} from './values.ts';

interface SetOptions {
  merge?: boolean;
}

export function creation(path: string, data: unknown): Write {
  return { path, kind: 'replace', changes: replaced(data), exists: false };
}

export function replacement(path: string, data: unknown, options: SetOptions = {}): Write {
  onlyKnown(options, ['merge']);
  return options.merge === true
    ? { path, kind: 'change', changes: leavesOf(mapOf(data), [], 'merged') }
    : { path, kind: 'replace', changes: replaced(data) };
}

export function deletion(path: string, precondition: Precondition = {}): Write {
  return { path, kind: 'delete', changes: [], ...preconditionOf(precondition) };
}

/** @param given Fields by path and an optional precondition, or paths and values in turn. */
export function update(path: string, given: readonly unknown[]): Write {
  const isInTurn = typeof given[0] === 'string' || given[0] instanceof FieldPath;
  const pairs = isInTurn ? inPairs(given) : Object.entries(mapOf(given[0]));
  const precondition = isInTurn ? undefined : (given[1] as Precondition | undefined);
  if (pairs.length === 0) throw new Error('At least one field must be updated.');
  const paths = pairs.map(([name]) => fieldPath(name));
  checkApart(paths);
  const changes = pairs.flatMap(([, value], at) => updated(paths[at] ?? [], value));
  const condition = preconditionOf(precondition);
  return {
    path,
    kind: 'change',
    changes,
    ...(condition.lastUpdateTime ? condition : { exists: true }),
  };
}

function inPairs(given: readonly unknown[]): (readonly [unknown, unknown])[] {
  if (given.length % 2 !== 0) throw new Error('memoryFirestore expects a value for each field.');
  return Array.from({ length: given.length / 2 }, (_, at) => [given[2 * at], given[2 * at + 1]]);
}

function checkApart(paths: readonly Segments[]): void {
  const names = paths.map((path) => path.join('\0'));
  for (const name of names) {
    const isIn =
      names.filter((other) => other === name || other.startsWith(`${name}\0`)).length > 1;
    if (isIn) throw new Error(`The field "${name}" is updated twice.`);
  }
}

function updated(path: Segments, value: unknown): Change[] {
  if (transformIn(value)) return [[path, value]];
  // A map replaces the field. Its transforms are applied afterwards.
  if (isMap(value)) return [[path, {}], ...leavesOf(value, path, 'whole')];
  return [[path, storedValue(value)]];
}

function replaced(data: unknown): Change[] {
  return leavesOf(mapOf(data), [], 'whole');
}

/** Without a transform in it, a map is stored at once, which is faster. */
function leavesOf(map: Fields, above: Segments, how: 'whole' | 'merged'): Change[] {
  const changes: Change[] = [];
  const transforms: Change[] = [];
  for (const name of Object.keys(map)) {
    const value = map[name];
    const path = [...above, name];
    if (transformIn(value)) {
      if (how === 'whole' && isDeletion(value)) {
        throw new Error(
          'FieldValue.delete() is allowed only at the top of an update or in a merge.',
        );
      }
      transforms.push([path, value]);
    } else if (
      isMap(value) &&
      Object.keys(value).length > 0 &&
      (how === 'merged' || hasTransform(value))
    ) {
      if (how === 'whole') changes.push([path, {}]);
      changes.push(...leavesOf(value, path, how));
    } else changes.push([path, storedValue(value)]);
  }
  return [...changes, ...transforms];
}

function hasTransform(map: Fields): boolean {
  return Object.values(map).some(
    (value) => transformIn(value) !== null || (isMap(value) && hasTransform(value)),
  );
}

function mapOf(data: unknown): Fields {
  if (!isMap(data)) throw new Error('The data of a document must be a plain object.');
  return data;
}

function preconditionOf(precondition: Precondition = {}): Precondition {
  onlyKnown(precondition, ['lastUpdateTime', 'exists']);
  const { exists, lastUpdateTime } = precondition as {
    exists?: boolean;
    lastUpdateTime?: Timestamp;
  };
  return { ...(exists !== undefined && { exists }), ...(lastUpdateTime && { lastUpdateTime }) };
}

function onlyKnown(options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`memoryFirestore does not have the option ${unknown}`);
}
