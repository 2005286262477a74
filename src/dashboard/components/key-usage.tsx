// The captures of each API key in the range of the overview.
import type { KeyUsage } from "../../domain/accounts/get-activity.ts";

/** More rows would hide the failures below. */
const MAX_ROWS = 10;

const labels: Record<KeyUsage["source"], string> = {
  key: "Deleted key",
  no_key: "Dashboard and monitors",
  unknown: "Before captures were counted by key",
};

export function KeyUsageTable({ keys }: { keys: KeyUsage[] }) {
  const others = keys.length - MAX_ROWS;
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>Key</th>
            <th class="end">Captures</th>
            <th class="end">Failed</th>
          </tr>
        </thead>
        <tbody>
          {keys.slice(0, MAX_ROWS).map(({ source, name, completed, failed }) => (
            <tr>
              <td>{name ?? <span class="soft">{labels[source]}</span>}</td>
              <td class="end numeric">{(completed + failed).toLocaleString("en")}</td>
              <td class={failed > 0 ? "end numeric failing" : "end numeric"}>
                {failed.toLocaleString("en")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {others > 0 && (
        <p class="soft small">{`${others} more ${others === 1 ? "key" : "keys"} with fewer captures.`}</p>
      )}
    </div>
  );
}
