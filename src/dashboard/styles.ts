// The dashboard's one stylesheet.
import { forms } from "./styles/forms.ts";
import { overview } from "./styles/overview.ts";
import { parts } from "./styles/components.ts";
import { playground } from "./styles/playground.ts";
import { screenshots } from "./styles/screenshots.ts";
import { shell } from "./styles/shell.ts";
import { tokens } from "./styles/tokens.ts";
import { webhooks } from "./styles/webhooks.ts";
import { welcome } from "./styles/welcome.ts";

export const stylesheet = [
  tokens,
  shell,
  parts,
  forms,
  overview,
  screenshots,
  playground,
  webhooks,
  welcome,
].join("");
