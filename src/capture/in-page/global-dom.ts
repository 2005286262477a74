// Defines the constant `dom` in the bundled programs (scripts/blocking/page-programs.ts), also in their packages.
import { createDom } from "./dom.ts";

export const dom = createDom();
