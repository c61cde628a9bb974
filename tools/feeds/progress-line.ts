const BAR_LENGTH = 30;

export interface Screen {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** Shows progress: a redrawn bar on a terminal, else one line for each step. */
export function progressLine(stream: Screen): (done: number, total: number, text: string) => void {
  return (done, total, text) => {
    if (!stream.isTTY) {
      stream.write(`${done}/${total} ${text}\n`);
      return;
    }
    const filled = Math.round((BAR_LENGTH * done) / total);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_LENGTH - filled)} ${done}/${total} `;
    const room = Math.max(0, (stream.columns ?? 0) - bar.length - 1);
    stream.write(`\r\u001b[K${bar}${text.slice(0, room)}`);
    if (done === total) stream.write('\r\u001b[K');
  };
}
