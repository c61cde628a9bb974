/** Whether the user agent string is that of a phone or tablet. */
export function isMobileAgent(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod|Mobile|Opera Mini/i.test(userAgent);
}
