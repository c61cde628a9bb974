import type { StructuredData } from '#content/structured-data.ts';
import { scriptJson } from './script-json.ts';

/** Tells search engines what the page is about. */
export function JsonLd({ data }: { data: StructuredData }) {
  return (
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptJson(data) }} />
  );
}
