import { fileURLToPath } from 'node:url';
import { catalogueAccess } from '../../catalogue/storage/catalogue-access.ts';
import { bucketObjects } from './bucket-objects.ts';
import { fileObjects } from './file-objects.ts';
import type { ObjectStore } from './object-store.ts';

/** The folder at an address: `file:` and a path, or `gs://bucket/folder`. */
export function openObjects(url: string): ObjectStore {
  if (/^gs:/i.test(url)) return bucketObjects(url, catalogueAccess().storage);
  return fileObjects(/^file:\/\//i.test(url) ? fileURLToPath(url) : url.slice('file:'.length));
}
