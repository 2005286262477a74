// The page that reports an error.
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { NarrowPage, Page } from "../layout.tsx";
import { hrefs } from "../hrefs.ts";

/**
 * `viewer`: a signed-in user, who keeps the navigation. `back`: the path of the previous page. `requestId`: identifies the
 * request in the operator's logs.
 */
export function ErrorPage({
  title,
  lead,
  requestId,
  viewer,
  back,
}: {
  title: string;
  lead: string;
  requestId?: string;
  viewer?: Viewer | undefined;
  back?: string | undefined;
}) {
  if (viewer !== undefined)
    return (
      <Page title={title} lead={lead} viewer={viewer}>
        <a class="button quiet" href={back ?? hrefs.overview}>
          {back === undefined ? "Go to the overview" : "Go back"}
        </a>
      </Page>
    );
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
