import type { DigestContent, DigestLinks } from './digest-content.ts';
import { digestPreheader, digestSubject, subjectParts } from './digest-subject.ts';
import { digestText } from './digest-text.ts';
import { fitDigest } from './fit-digest.ts';
import { shownDigest } from './shown-digest.ts';

/**
 * A digest as a mail: a subject of one line, and HTML and text parts with the same content.
 * Everything that comes from feeds is escaped, and only http(s) links are kept. What does not fit
 * is shortened first, then counted and linked; see `fitDigest`.
 */
export async function renderDigestMail(
  content: DigestContent,
  links: DigestLinks,
): Promise<{ subject: string; html: string; text: string }> {
  // React takes 40 ms to load, so it is loaded only when a mail is rendered.
  const { digestHtml } = await import('./html/digest-html.tsx');
  const heading = subjectParts(content);
  const subject = digestSubject(content);
  const preheader = digestPreheader(content);
  return fitDigest((limits) => {
    const digest = shownDigest(content, limits, links);
    return {
      subject,
      html: digestHtml({ digest, subject, heading, preheader, links }),
      text: digestText(digest, subject, links),
    };
  });
}
