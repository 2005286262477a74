// The progress of a batch. The script of the page updates it.
import type { BatchProgress as Progress } from "../../domain/screenshots/batch/get-progress.ts";

export function BatchProgress({ progress }: { progress: Progress }) {
  const { total, completed, failed } = progress;
  const done = completed + failed;
  const isLive = done < total;
  return (
    <section class="panel batch" id="batch-progress" {...(isLive ? { "data-live": "" } : {})}>
      <h2>Batch</h2>
      <p class="numeric" role="status">
        {`${done.toLocaleString("en")} of ${total.toLocaleString("en")} done, `}
        <span class={failed > 0 ? "fault" : ""}>{`${failed.toLocaleString("en")} failed`}</span>
      </p>
      <progress max={total} value={done} aria-label="Progress of the batch" />
    </section>
  );
}
