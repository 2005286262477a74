// The routes of all dashboard pages.
import { factory } from "../http/hono.ts";
import { assetRoutes } from "./assets.ts";
import { accountDeletionPages } from "./pages/account-deletion.tsx";
import { accountOpsPages } from "./pages/account-ops.tsx";
import { accountPages } from "./pages/account.tsx";
import { accountsPages } from "./pages/accounts.tsx";
import { comparisonPages } from "./pages/comparison.tsx";
import { gitHubPages } from "./pages/github.tsx";
import { guidePages } from "./pages/guides.tsx";
import { invitePages } from "./pages/invite.tsx";
import { keyPages } from "./pages/key.tsx";
import { keysPages } from "./pages/keys.tsx";
import { monitorFormPages } from "./pages/monitor-form.tsx";
import { monitorPages } from "./pages/monitor.tsx";
import { monitorsPages } from "./pages/monitors.tsx";
import { overviewPages } from "./pages/overview.tsx";
import { playgroundPages } from "./pages/playground.tsx";
import { referencePages } from "./pages/reference.tsx";
import { screenshotPages } from "./pages/screenshot.tsx";
import { screenshotsPages } from "./pages/screenshots.tsx";
import { selectedScreenshotsPages } from "./pages/selected-screenshots.ts";
import { servicePages } from "./pages/service.tsx";
import { signInPages } from "./pages/sign-in.tsx";
import { signUpPages } from "./pages/sign-up.tsx";
import { webhookPages } from "./pages/webhook.tsx";
import { webhooksPages } from "./pages/webhooks.tsx";
import { welcomePages } from "./pages/welcome.tsx";
import { respondErrorPage } from "./respond-error-page.tsx";

export const dashboardRoutes = factory
  .createApp()
  .onError(respondErrorPage)
  .route("/", assetRoutes)
  .route("/", welcomePages)
  .route("/", guidePages)
  .route("/", referencePages)
  .route("/", signInPages)
  .route("/", gitHubPages)
  .route("/", signUpPages)
  .route("/", overviewPages)
  .route("/", keysPages)
  .route("/", keyPages)
  .route("/", accountDeletionPages)
  .route("/", accountPages)
  .route("/", accountsPages)
  .route("/", accountOpsPages)
  .route("/", servicePages)
  .route("/", invitePages)
  .route("/", playgroundPages)
  .route("/", screenshotsPages)
  .route("/", selectedScreenshotsPages)
  .route("/", comparisonPages)
  .route("/", screenshotPages)
  .route("/", monitorsPages)
  .route("/", monitorFormPages)
  .route("/", monitorPages)
  .route("/", webhooksPages)
  .route("/", webhookPages);
