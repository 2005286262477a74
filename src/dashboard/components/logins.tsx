// The logins of an account. Operators grant and remove operator access here.
import type { Login } from "../../domain/accounts/operators.ts";
import { hrefs } from "../hrefs.ts";
import { Confirm } from "./confirm.tsx";

export function Logins({ accountId, logins }: { accountId: string; logins: Login[] }) {
  if (logins.length === 0) return <p>No logins yet. Invite a user to this account.</p>;
  return (
    <div class="scroll">
      <table class="stack">
        <thead>
          <tr>
            <th>Name</th>
            <th>Email</th>
            <th class="end">
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {logins.map((login) => (
            <tr>
              <td>
                <strong>{login.name}</strong>{" "}
                {login.isOperator && <span class="badge good">Operator</span>}
              </td>
              <td class="wide" data-label="Email">
                {login.email}
              </td>
              <td class="end">
                <Role accountId={accountId} login={login} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Role({ accountId, login }: { accountId: string; login: Login }) {
  const { id, name, isOperator } = login;
  return isOperator ? (
    <Confirm
      id={`role-${id}`}
      label="Remove operator access"
      question={`Remove operator access from ${name}?`}
      action={hrefs.operator(accountId, id)}
      compact
    >
      <p>The login keeps access to its own account.</p>
      <input type="hidden" name="operator" value="no" />
    </Confirm>
  ) : (
    <Confirm
      id={`role-${id}`}
      label="Grant operator access"
      question={`Grant operator access to ${name}?`}
      action={hrefs.operator(accountId, id)}
      tone="plain"
      compact
    >
      <p>
        Operators can view and change every account, invite users and grant operator access. First
        confirm that {login.email} belongs to this user.
      </p>
      <input type="hidden" name="operator" value="yes" />
    </Confirm>
  );
}
