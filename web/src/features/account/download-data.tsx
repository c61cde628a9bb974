import { loadPart } from '#shared/loading/load-part.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { Panel } from '#features/account/form/panel.tsx';
import { useTask } from '#features/account/form/use-task.ts';

/** Hands a person everything that is stored about them, as a JSON file. */
export function DownloadData() {
  const { busy, failure, run } = useTask('Your data could not be fetched. Please try again.');
  return (
    <Panel title="Your data">
      <p className="text-[0.9375rem] leading-relaxed text-soft">
        Everything stored about you (account, alerts, bookmarks and what was emailed) as a JSON
        file.
      </p>
      <FailureNotice text={failure} />
      <Button tone="plain" disabled={busy} onClick={() => run(download)}>
        {busy ? 'Preparing...' : 'Download my data'}
      </Button>
    </Panel>
  );
}

async function download(): Promise<void> {
  const { exportAccount } = await loadPart(() => import('#shared/member/account-calls.ts'));
  const text = JSON.stringify(await exportAccount(), null, 2);
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'my-podcast-data.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
