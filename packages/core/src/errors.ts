/**
 * What may go wrong, as the envelope says it. `status` is the body's status; everything but `unauthorized` and `internal` is HTTP 200.
 * Messages tell a person what to do and are written where the error is raised.
 */
export const ERROR_STATUS = {
  /** Bad input or a business rule; `errors` names the fields. */
  invalid: 0,
  /** Session gone: HTTP 401 with `reLogin`. */
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  /** Someone was faster, or the form changed; the message names who and when. */
  conflict: 409,
  tooMany: 429,
  /** HTTP 500; the message carries a request id and never a stack. */
  internal: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One message at one field; `path` as `chemicals[0].quantity`. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}
