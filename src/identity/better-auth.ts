// The parts of better-auth that identity.ts uses, as a separate module, because requests with an API key do not load it.
export { APIError } from "better-auth/api";
export { betterAuth } from "better-auth/minimal";
export { authOptions } from "./auth-options.ts";
export { createTrustedBrowsers } from "./trusted-browsers.ts";
