// Reads the guides from the assets of the service.
import { ServiceError } from "../../contract/errors.ts";
import type { AppEnv } from "../../http/hono.ts";
import type { Guide } from "./guide.ts";

/** Read on the first request. Store the result and not its promise, because workerd binds a promise to its request. */
let guides: Guide[] | undefined;

/** Throws ServiceError(internal_error) when the asset is missing. */
export async function loadGuides({ ASSETS }: AppEnv["Bindings"]): Promise<Guide[]> {
  if (guides !== undefined) return guides;
  // The host has no meaning for the binding.
  const answer = await ASSETS.fetch("https://assets.invalid/docs/guides.json");
  if (!answer.ok)
    throw new ServiceError("internal_error", { cause: `guides.json: status ${answer.status}` });
  guides = await answer.json<Guide[]>();
  return guides;
}
