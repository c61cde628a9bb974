let callers = 0;

/**
 * Headers that make a request come from a caller of its own, as the CDN would report it: the rate
 * limit counts callers, and all tests share one machine.
 */
export function asNewCaller(): Record<string, string> {
  callers += 1;
  return { 'fastly-client-ip': `test-${process.pid}-${Date.now()}-${callers}` };
}
