// Every page of the dashboard.
import { factory } from "../http/hono.ts";
import { assetRoutes } from "./assets.ts";
import { gitHubPages } from "./pages/github.tsx";
import { keyPages } from "./pages/keys.tsx";
import { overviewPages } from "./pages/overview.tsx";
import { signInPages } from "./pages/sign-in.tsx";
import { signUpPages } from "./pages/sign-up.tsx";
import { welcomePages } from "./pages/welcome.tsx";
import { respondProblem } from "./respond-problem.tsx";

export const dashboardRoutes = factory
  .createApp()
  .onError(respondProblem)
  .route("/", assetRoutes)
  .route("/", welcomePages)
  .route("/", signInPages)
  .route("/", gitHubPages)
  .route("/", signUpPages)
  .route("/", overviewPages)
  .route("/", keyPages);
