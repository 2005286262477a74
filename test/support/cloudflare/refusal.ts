// An answer of Cloudflare's API that is no success.

/** HTTP status, Cloudflare's own code, its words. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: number;
  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
