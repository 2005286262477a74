// Restricts the methods of a route. HEAD must be listed: hono runs the GET handler for it, which may cost a credit.
import { ServiceError } from "../../contract/errors.ts";
import { factory } from "../hono.ts";

/** Throws ServiceError(method_not_allowed) for all other methods and sets the Allow header. */
export function allowMethods(...methods: string[]) {
  return factory.createMiddleware(async function allowMethods(c, next) {
    if (!methods.includes(c.req.method)) {
      c.header("Allow", methods.join(", "));
      throw new ServiceError("method_not_allowed");
    }
    await next();
  });
}
