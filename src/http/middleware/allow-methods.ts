// The methods that an address answers. HEAD counts as one of its own: hono would run the GET, which may cost a credit.
import { ServiceError } from "../../contract/errors.ts";
import { factory } from "../hono.ts";

/** Throws method_not_allowed for any other. */
export function allowMethods(...methods: string[]) {
  return factory.createMiddleware(async function allowMethods(c, next) {
    if (!methods.includes(c.req.method)) {
      c.header("Allow", methods.join(", "));
      throw new ServiceError("method_not_allowed");
    }
    await next();
  });
}
