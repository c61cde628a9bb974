/** Whether an address names this machine itself: localhost or a literal loopback address. */
export function isLoopbackHost({ hostname }: URL): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
