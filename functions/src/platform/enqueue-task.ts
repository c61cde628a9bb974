import { taskQueues } from './firebase-admin.ts';
import { REGION } from './runtime-options.ts';

interface TaskOptions {
  /**
   * Nothing is queued if a task has this id, or had it in about the last hour. Must begin with a part that varies:
   * Cloud Tasks is slow with sequential ids.
   */
  id?: string;
  /** Earliest start, epoch milliseconds. The emulator ignores it. */
  atMs?: number | undefined;
  /** The default of Cloud Tasks, ten minutes, is shorter than some functions run. */
  timeoutSeconds?: number;
}

export async function enqueueTask(
  functionName: string,
  data: Record<string, unknown>,
  { id, atMs, timeoutSeconds }: TaskOptions = {},
): Promise<void> {
  const queue = taskQueues().taskQueue(`locations/${REGION}/functions/${functionName}`);
  try {
    await queue.enqueue(data, {
      ...(id !== undefined && { id }),
      ...(atMs !== undefined && { scheduleTime: new Date(atMs) }),
      ...(timeoutSeconds !== undefined && { dispatchDeadlineSeconds: timeoutSeconds }),
    });
  } catch (error) {
    if (!isThereAlready(error)) throw error;
  }
}

function isThereAlready(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === 'functions/task-already-exists'
  );
}
