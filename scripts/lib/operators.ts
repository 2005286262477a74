// Who runs the service, as SQL on the local or the deployed database.
import { quote, runStatements } from "./database.ts";

/** Throws an Error when there is no such login, or when it is the last operator's. */
export async function changeOperator(
  email: string,
  isOperator: boolean,
  remote: boolean,
): Promise<void> {
  const login = `email = ${quote(email)}`;
  const change = isOperator
    ? `UPDATE users SET is_operator = 1 WHERE ${login}`
    : `UPDATE users SET is_operator = 0 WHERE ${login}
       AND EXISTS (SELECT 1 FROM users WHERE is_operator = 1 AND NOT ${login})`;
  const [, rows] = await runStatements(
    [change, `SELECT is_operator FROM users WHERE ${login}`],
    remote,
  );
  const found = rows?.[0];
  if (found === undefined) throw new Error(`${email} has no login.`);
  if (Boolean(found["is_operator"]) !== isOperator)
    throw new Error(`${email} is the only operator. Make another one first.`);
}
