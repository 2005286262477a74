// The logins to an account, for operators, who make operators of others.
import type { Login } from "../../domain/accounts/operators.ts";
import { hrefs } from "../hrefs.ts";
import { Confirm } from "./confirm.tsx";

export function Logins({ accountId, logins }: { accountId: string; logins: Login[] }) {
  if (logins.length === 0)
    return <p>None. Invite somebody to this account, and it can be seen in the dashboard.</p>;
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
      label="Take back"
      question={`Should ${name} no longer be an operator?`}
      action={hrefs.operator(accountId, id)}
      compact
    >
      <p>The login stays, and sees its own account alone.</p>
      <input type="hidden" name="operator" value="no" />
    </Confirm>
  ) : (
    <Confirm
      id={`role-${id}`}
      label="Make operator"
      question={`Make ${name} an operator?`}
      action={hrefs.operator(accountId, id)}
      keep="Leave it"
      tone="plain"
      compact
    >
      <p>
        Operators see and change every account, invite people and make operators. Nobody has proved
        that {login.email} is theirs.
      </p>
      <input type="hidden" name="operator" value="yes" />
    </Confirm>
  );
}
