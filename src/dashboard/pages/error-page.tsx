// A page that is not there, or that could not be shown.
import { NarrowPage } from "../layout.tsx";
import { hrefs } from "../hrefs.ts";

/** `requestId`: by which the operator finds the event in the log. */
export function Problem({
  title,
  lead,
  requestId,
}: {
  title: string;
  lead: string;
  requestId?: string;
}) {
  return (
    <NarrowPage title={title} lead={lead}>
      {requestId !== undefined && (
        <p class="soft small">
          Request <code>{requestId}</code>
        </p>
      )}
      <p class="below">
        <a href={hrefs.home}>Back to the start</a>
      </p>
    </NarrowPage>
  );
}
