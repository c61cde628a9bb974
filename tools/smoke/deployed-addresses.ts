import type { Addresses } from './smoke-test.ts';

/** Functions that Google alone calls: Cloud Tasks and Cloud Scheduler. */
const CLOSED = [
  'deliverDigest',
  'planAlerts',
  'sweepAccount',
  'refreshCatalogue',
  'resumeDigests',
  'sendAlerts',
];

interface Deployed {
  project: string;
  region: string;
  siteUrl: string;
  /** The project's own bucket; null where nobody knows it. */
  bucket: string | null;
}

/** Where a deployed product is looked at. */
export function deployedAddresses({ project, region, siteUrl, bucket }: Deployed): Addresses {
  const closed = CLOSED.map((name) => [
    name,
    `https://${region}-${project}.cloudfunctions.net/${name}`,
  ]);
  const documents = `https://firestore.googleapis.com/v1/projects/${project}/databases/(default)/documents`;
  const bucketAddresses =
    bucket === null
      ? {}
      : {
          'the catalogue': `https://storage.googleapis.com/${bucket}/catalogue.db`,
          'the bucket': `https://firebasestorage.googleapis.com/v0/b/${bucket}/o/catalogue.db`,
        };
  return {
    site: siteUrl.replace(/\/+$/, ''),
    closed: Object.fromEntries(closed) as Record<string, string>,
    hidden: { 'a person’s document': `${documents}/users/nobody`, ...bucketAddresses },
  };
}
