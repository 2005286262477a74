// Restricts pages to signed-in users. Other visitors are redirected to sign in and then return.
import { every } from "hono/combine";
import { ServiceError } from "../../contract/errors.ts";
import { findViewer } from "../../domain/accounts/viewer.ts";
import { countDashboardForm, countFormPreview } from "../../domain/rate-windows.ts";
import { factory } from "../../http/hono.ts";
import { returnPathOf, signInHref } from "../auth/return-to.ts";
import { setCookies } from "../auth/set-cookies.ts";
import { pageRules } from "./page-rules.ts";

export function membersOnly() {
  return every(pageRules(), signedIn(countDashboardForm));
}

/** For routes that only show what a form would do. They count separately, so that they use up no forms of the user. */
export function previewsOnly() {
  return every(pageRules(), signedIn(countFormPreview));
}

/** Throws ServiceError(not_found) for other users, so that they do not learn which pages exist. */
export function operatorsOnly() {
  return every(membersOnly(), operator());
}

function signedIn(countForm: typeof countDashboardForm) {
  return factory.createMiddleware(async function signedIn(c, next) {
    const found = await findViewer(c.var.ctx, c.req.raw);
    if (found === undefined) return c.redirect(signInHref(returnPathOf(c.req.raw)), 303);
    const { viewer } = found;
    c.set("viewer", viewer);
    c.var.log.add({ accountId: viewer.caller.accountId, userId: viewer.userId });
    setCookies(c, found.setCookies);
    if (c.req.method === "POST") await countForm(c.var.ctx, viewer.userId);
    await next();
    return undefined;
  });
}

function operator() {
  return factory.createMiddleware(async function operator(c, next) {
    if (!c.var.viewer.isOperator) throw new ServiceError("not_found");
    await next();
  });
}
