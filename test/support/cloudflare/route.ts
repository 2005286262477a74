// What a route of the stand-in is: method, path below /client/v4, and what it answers.
import type { Account } from "./account.ts";

export type ApiRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  json(): unknown;
  form(): Promise<FormData>;
};

export type Answer = { result: unknown; result_info?: object };

export type Route = [
  method: string,
  path: RegExp,
  handle: (
    account: Account,
    request: ApiRequest,
    ...parameters: string[]
  ) => Answer | Promise<Answer>,
];

/** A path of the account; its groups are the parameters. */
export function ofAccount(path: string): RegExp {
  return new RegExp(`^/accounts/[0-9a-f]{32}${path}$`);
}

/** All there is, as one page. */
export function page(result: unknown[]): Answer {
  const count = result.length;
  const result_info = { page: 1, per_page: 100, count, total_count: count, total_pages: 1 };
  return { result, result_info };
}
