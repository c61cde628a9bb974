const BAR_LENGTH = 30;

/**
 * Shows how far a task is: a bar that redraws itself on a terminal, a line for each step otherwise.
 */
export function progressLine(
  stream: NodeJS.WriteStream,
): (done: number, total: number, text: string) => void {
  return (done, total, text) => {
    if (!stream.isTTY) {
      stream.write(`${done}/${total} ${text}\n`);
      return;
    }
    const filled = Math.round((BAR_LENGTH * done) / total);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_LENGTH - filled)} ${done}/${total} `;
    const room = Math.max(0, stream.columns - bar.length - 1);
    stream.write(`\r\u001b[K${bar}${text.slice(0, room)}`);
    if (done === total) stream.write('\r\u001b[K');
  };
}
