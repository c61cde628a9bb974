import { createHash } from 'node:crypto';
import * as z from 'zod';
import { DOCUMENTS_VERSION } from '../platform/documents/migrations.ts';

/** Version of the file's format; `DOCUMENTS_VERSION` is that of the documents in it. */
const FORMAT = 1;

/** Characters of a line; a document of 1 MiB takes less, whatever it holds. */
const LONGEST_LINE = 16_000_000;

/** A file that cannot be restored; the message is for the operator. */
export class WrongBackup extends Error {}

const headerSchema = z.object({
  earshot: z.literal('backup'),
  format: z.int(),
  /** Version of the documents' form. */
  documents: z.int(),
  /** Id of the project in which the backup was made. */
  project: z.string(),
  /** The time as of which the documents were read, ISO 8601. */
  at: z.iso.datetime(),
});

export type BackupHeader = z.infer<typeof headerSchema>;

const documentSchema = z.object({ path: z.string(), fields: z.record(z.string(), z.unknown()) });
/** An account in the Auth emulator's format. */
const accountSchema = z.object({ account: z.record(z.string(), z.unknown()) });
const lineSchema = z.union([documentSchema, accountSchema]);

export type BackupLine = z.infer<typeof lineSchema>;

/** The last line: number of lines, and SHA-256 of everything before it. */
const endSchema = z.object({ end: z.object({ lines: z.int(), sha256: z.string() }) });

/** The lines of a backup, each with its line feed: header, documents and accounts, end. */
export async function* backupLines(
  about: Pick<BackupHeader, 'project' | 'at'>,
  content: AsyncIterable<BackupLine>,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let lines = 0;
  const line = (value: object) => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    lines += 1;
    return text;
  };
  yield line({ earshot: 'backup', format: FORMAT, documents: DOCUMENTS_VERSION, ...about });
  for await (const value of content) yield line(value);
  yield `${JSON.stringify({ end: { lines, sha256: hash.digest('hex') } })}\n`;
}

/**
 * The content of a backup, with one line in memory at a time. Throws a {@link WrongBackup} for another file,
 * a newer version or damage. Only its end shows whether a file is truncated, so callers read it once before
 * they change anything.
 */
export async function* readBackup(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<BackupLine, BackupHeader> {
  const hash = createHash('sha256');
  let header: BackupHeader | undefined;
  let number = 0;
  let isEnded = false;
  for await (const line of linesOf(chunks)) {
    number += 1;
    if (isEnded) throw new WrongBackup(`The backup goes on after its end, in line ${number}.`);
    if (header === undefined) {
      header = readHeader(line);
      hash.update(`${line}\n`);
      continue;
    }
    const value = jsonOf(line);
    const end = endSchema.safeParse(value).data?.end;
    if (end === undefined) {
      const read = lineSchema.safeParse(value);
      if (!read.success) throw new WrongBackup(`The backup is damaged in line ${number}.`);
      hash.update(`${line}\n`);
      yield read.data;
      continue;
    }
    isEnded = true;
    if (end.lines !== number - 1 || end.sha256 !== hash.digest('hex')) {
      throw new WrongBackup('The backup is damaged: it is not as it was written.');
    }
  }
  if (header === undefined) throw new WrongBackup('The file is empty.');
  if (!isEnded) throw new WrongBackup(`The backup is cut short after line ${number}.`);
  return header;
}

function readHeader(line: string): BackupHeader {
  const header = headerSchema.safeParse(jsonOf(line)).data;
  if (header === undefined) throw new WrongBackup('The file is no backup of Earshot.');
  if (header.format > FORMAT || header.documents > DOCUMENTS_VERSION) {
    throw new WrongBackup(
      `A newer version of Earshot made this backup (documents ${header.documents}, here ${DOCUMENTS_VERSION}): restore it with that one.`,
    );
  }
  return header;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Lines without their line feeds. Bytes that are not UTF-8 are replaced, so that the file's hash does not
 * fit.
 */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  const take = (): string => {
    const line = Buffer.concat(pieces).toString();
    pieces = [];
    length = 0;
    return line;
  };
  const add = (piece: Uint8Array) => {
    length += piece.length;
    if (length > LONGEST_LINE) throw new WrongBackup('The file is no backup of Earshot.');
    pieces.push(piece);
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(10, from);
      if (at < 0) break;
      add(chunk.subarray(from, at));
      yield take();
      from = at + 1;
    }
    if (from < chunk.length) add(chunk.subarray(from));
  }
  if (length > 0) yield take();
}
