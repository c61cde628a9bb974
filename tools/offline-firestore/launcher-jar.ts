import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';

const MANIFEST = 'META-INF/MANIFEST.MF';
/** Longest line of a manifest in bytes, without the line end (JAR File Specification). */
const MAX_LINE_BYTES = 72;

/** A jar whose only file is a manifest, which adds a main class to another jar. Returns its bytes. */
export function launcherJar(mainClass: string, jarPath: string): Buffer {
  const manifest = [
    'Manifest-Version: 1.0',
    `Main-Class: ${mainClass}`,
    ...foldLine(`Class-Path: ${pathToFileURL(jarPath).href}`),
  ];
  return zipOfOneFile(MANIFEST, Buffer.from(`${manifest.join('\r\n')}\r\n`));
}

/** Folds a manifest line: continuation lines begin with a space. Expects ASCII. */
function foldLine(line: string): string[] {
  const lines = [line.slice(0, MAX_LINE_BYTES)];
  for (let at = MAX_LINE_BYTES; at < line.length; at += MAX_LINE_BYTES - 1) {
    lines.push(` ${line.slice(at, at + MAX_LINE_BYTES - 1)}`);
  }
  return lines;
}

/** A zip archive with one file, stored without compression (PKWARE's APPNOTE, 4.3). */
function zipOfOneFile(name: string, content: Buffer): Buffer {
  const nameBytes = Buffer.from(name);
  // Version 2.0, no flags, no compression, 1 January 1980 (the earliest date of the format).
  const described = Buffer.alloc(26);
  described.writeUInt16LE(20, 0);
  described.writeUInt16LE(0x21, 8);
  described.writeUInt32LE(crc32(content), 10);
  described.writeUInt32LE(content.length, 14);
  described.writeUInt32LE(content.length, 18);
  described.writeUInt16LE(nameBytes.length, 22);
  const file = Buffer.concat([Buffer.from('PK\x03\x04'), described, nameBytes, content]);
  const entry = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00'),
    described,
    Buffer.alloc(14),
    nameBytes,
  ]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(file.length, 12);
  return Buffer.concat([file, entry, Buffer.from('PK\x05\x06'), end]);
}
