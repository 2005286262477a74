// The health of the service for operators: parts, browsers, queue, database and failures by code.
import type { Child } from "hono/jsx";
import type { Readiness } from "../../contract/readiness.ts";
import { describeDatabaseOutlook } from "../../domain/ops/database-size.ts";
import {
  getServiceHealth,
  MAX_OUTCOMES,
  type Outcomes,
  type ServiceHealth,
} from "../../domain/ops/get-service-health.ts";
import { factory } from "../../http/hono.ts";
import { formatBytes } from "../../lib/data-size.ts";
import { Gauge } from "../components/gauge.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { operatorsOnly } from "../middleware/members-only.ts";

export const servicePages = factory
  .createApp()
  .use(hrefs.service, operatorsOnly())
  .get(hrefs.service, async (c) => {
    const { readiness, browsers, queuedMessages, database, outcomes } = await getServiceHealth(
      c.var.ctx,
    );
    return c.html(
      <Page
        title="Service"
        lead="The health of this service. Only operators can see this page."
        viewer={c.var.viewer}
        current="service"
      >
        <section class="panel">
          <h2>Parts</h2>
          <Parts parts={readiness.parts} />
        </section>
        <div class="grid">
          {database === undefined ? (
            <Unknown title="Database" />
          ) : (
            <Gauge
              title="Database"
              used={database.bytes}
              limit={database.limitBytes}
              format={formatBytes}
              note={describeDatabaseOutlook(database)}
            />
          )}
          {browsers === undefined ? <Unknown title="Browsers" /> : <Browsers browsers={browsers} />}
          {queuedMessages === undefined ? (
            <Unknown title="Queue" />
          ) : (
            <Figure title="Queue" value={queuedMessages}>
              Captures of batches and monitors that wait in the queue.
            </Figure>
          )}
        </div>
        <section class="panel">
          <h2>Captures in the last 24 hours</h2>
          {outcomes === undefined ? (
            <p>The database does not respond.</p>
          ) : (
            <RecentOutcomes outcomes={outcomes} />
          )}
        </section>
      </Page>,
    );
  });

function Parts({ parts }: { parts: Readiness["parts"] }) {
  return (
    <dl class="facts">
      {Object.entries(parts).map(([name, { ok, durationMs, reason, warning }]) => (
        <>
          <dt>{`${name.charAt(0).toUpperCase()}${name.slice(1)}`}</dt>
          <dd>
            <span class={ok ? "badge good" : "badge bad"}>{ok ? "Ready" : "Not ready"}</span>{" "}
            {/* The figures below say what the warning is about. */}
            {warning !== undefined && <span class="badge warn">Warning</span>}{" "}
            <span class="soft small numeric">{`${durationMs.toLocaleString("en")} ms`}</span>{" "}
            {reason !== undefined && <span class="failing">{reason}</span>}
          </dd>
        </>
      ))}
    </dl>
  );
}

function Browsers({ browsers }: { browsers: NonNullable<ServiceHealth["browsers"]> }) {
  const { ready, starting, active, waiting, blockedForMs } = browsers;
  return (
    <Figure title="Browsers" value={ready}>
      {`${starting} starting. ${active} captures run, and ${waiting} wait for a browser.`}
      {blockedForMs > 0 &&
        ` Browser Run starts no browser for ${Math.ceil(blockedForMs / 1000)} seconds.`}
    </Figure>
  );
}

function RecentOutcomes({
  outcomes: { completed, failed, unfinished, failures },
}: {
  outcomes: Outcomes;
}) {
  const all = completed + failed + unfinished;
  return (
    <>
      <p>
        {`${completed.toLocaleString("en")} completed, `}
        <span class={failed > 0 ? "failing" : ""}>{`${failed.toLocaleString("en")} failed`}</span>
        {`, ${unfinished.toLocaleString("en")} not finished.`}
        {all === MAX_OUTCOMES &&
          ` Only the newest ${MAX_OUTCOMES.toLocaleString("en")} captures are counted.`}
      </p>
      {failures.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>Error code</th>
              <th class="end">Captures</th>
            </tr>
          </thead>
          <tbody>
            {failures.map(({ code, captures }) => (
              <tr>
                <td>
                  <code>{code}</code>
                </td>
                <td class="end numeric failing">{captures.toLocaleString("en")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

type FigureProps = { title: string; value: number; children?: Child };

function Figure({ title, value, children }: FigureProps) {
  return (
    <section class="panel gauge">
      <h2>{title}</h2>
      <p class="figure numeric">{value.toLocaleString("en")}</p>
      <p>{children}</p>
    </section>
  );
}

function Unknown({ title }: { title: string }) {
  return (
    <section class="panel gauge">
      <h2>{title}</h2>
      <p class="figure failing">Unknown</p>
      <p>This part does not respond.</p>
    </section>
  );
}
