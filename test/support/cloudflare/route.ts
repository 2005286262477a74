// Types and helpers for the routes of the fake API: method, path below /client/v4, handler.
import type { Account } from "./account.ts";

export type ApiRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  json(): unknown;
  form(): Promise<FormData>;
};

/** `text`: the response is this text instead of JSON. */
export type Answer = { result: unknown; result_info?: object; text?: string };

export type Route = [
  method: string,
  path: RegExp,
  handle: (
    account: Account,
    request: ApiRequest,
    ...parameters: string[]
  ) => Answer | Promise<Answer>,
];

/** Returns a pattern for a path of the account. Its groups are the parameters. */
export function ofAccount(path: string): RegExp {
  return new RegExp(`^/accounts/[0-9a-f]{32}${path}$`);
}

/** Returns all results as one page. */
export function page(result: unknown[]): Answer {
  const count = result.length;
  const result_info = { page: 1, per_page: 100, count, total_count: count, total_pages: 1 };
  return { result, result_info };
}
