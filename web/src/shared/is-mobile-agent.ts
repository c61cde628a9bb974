/** Whether a browser says of itself that it runs on a phone or a tablet. */
export function isMobileAgent(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod|Mobile|Opera Mini/i.test(userAgent);
}
