/** Whether a user agent names a phone or a tablet. */
export function isMobileAgent(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod|Mobile|Opera Mini/i.test(userAgent);
}
