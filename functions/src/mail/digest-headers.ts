/**
 * Headers every digest carries: how to stop it with one click and without signing in (RFC 8058, asked
 * for by the large mailbox providers), and that nobody's out-of-office note should answer it.
 * @param oneClickUrl Where a POST of `List-Unsubscribe=One-Click` stops all digests.
 */
export function digestHeaders(oneClickUrl: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${oneClickUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    Precedence: 'list',
  };
}
