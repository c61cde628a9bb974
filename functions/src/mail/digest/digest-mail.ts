import type { DigestContent, DigestLinks } from './digest-content.ts';
import { digestPreheader, digestSubject, subjectParts } from './digest-subject.ts';
import { digestText } from './digest-text.ts';
import { fitDigest } from './fit-digest.ts';
import { shownDigest } from './shown-digest.ts';

/**
 * A digest as a mail: a subject of one line, and HTML and text parts that say the same. Everything
 * that comes from feeds is escaped; links lead to the web or are left out. What a mail cannot hold
 * is shortened, then counted and linked; see `fitDigest`.
 */
export async function renderDigestMail(
  content: DigestContent,
  links: DigestLinks,
): Promise<{ subject: string; html: string; text: string }> {
  // React takes 40 ms to load; only who renders a mail waits for it.
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
