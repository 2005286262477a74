// What identity.ts needs of better-auth. Requests with an API key do not load it.
export { APIError } from "better-auth/api";
export { betterAuth } from "better-auth/minimal";
export { authOptions } from "./auth-options.ts";
export { createTrustedBrowsers } from "./trusted-browsers.ts";
