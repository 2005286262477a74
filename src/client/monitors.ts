// The monitor methods of the client.
import type {
  MonitorAnswer,
  MonitorChangesInput,
  MonitorInput,
  MonitorsAnswer,
  RunAnswer,
  RunsAnswer,
} from "../contract/monitors.ts";
import type { Call, Data, Send } from "./send.ts";

/** Creates the monitor methods. Each one throws EdgeshotError when the service returns an error. */
export function createMonitors(send: Send) {
  // `never` lets each method declare the response type of the contract.
  const data = async (path: string, call?: Call) => {
    const answer = await send(`/v1/monitors${path}`, call);
    return (await answer.json<{ data: never }>()).data;
  };
  const of = (id: string) => `/${encodeURIComponent(id)}`;
  return {
    list: (): Data<MonitorsAnswer> => data(""),
    create: (body: MonitorInput): Data<MonitorAnswer> => data("", { method: "POST", body }),
    get: (id: string): Data<MonitorAnswer> => data(of(id)),
    update: (id: string, body: MonitorChangesInput): Data<MonitorAnswer> =>
      data(of(id), { method: "PUT", body }),
    /** Deletes a monitor and its runs. The screenshots remain. */
    delete: async (id: string): Promise<void> => {
      await send(`/v1/monitors${of(id)}`, { method: "DELETE" });
    },
    /** Runs the monitor now, or returns the run in progress. */
    run: (id: string): Data<RunAnswer> => data(`${of(id)}/run`, { method: "POST" }),
    /** Returns one page of runs, newest first. */
    runs: (id: string, query: { page?: number; limit?: number } = {}): Data<RunsAnswer> =>
      data(`${of(id)}/runs`, { query }),
  };
}
