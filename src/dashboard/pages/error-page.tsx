// The page that reports an error.
import { NarrowPage } from "../layout.tsx";
import { hrefs } from "../hrefs.ts";

/** `requestId`: identifies the request in the operator's logs. */
export function ErrorPage({
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
          Request ID <code>{requestId}</code>
        </p>
      )}
      <p class="below">
        <a href={hrefs.home}>Go to the home page</a>
      </p>
    </NarrowPage>
  );
}
