// Lists and ends the sessions of a user.
import { ServiceError } from "../../contract/errors.ts";
import { deleteSession, selectSessions, type SessionRow } from "../../storage/users.ts";
import type { Context } from "../context.ts";
import type { Viewer } from "./viewer.ts";

export type { SessionRow } from "../../storage/users.ts";

export function listSessions(ctx: Context, { userId }: Viewer): Promise<SessionRow[]> {
  return selectSessions(ctx.db, userId, ctx.clock());
}

/** Throws ServiceError(not_found) if the viewer has no such session. */
export async function endSession(ctx: Context, { userId }: Viewer, id: string): Promise<void> {
  if (!(await deleteSession(ctx.db, { id, userId }))) throw new ServiceError("not_found");
}
