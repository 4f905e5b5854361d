import type { ErrorCode, FieldError } from '@hengneng/core';

/** An error that is the answer: its message is for the person. Anything else that is thrown is a fault of ours. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];
  /** More for the browser, e.g. the diff of a changed form. */
  readonly data: unknown;

  constructor(code: ErrorCode, message: string, errors: readonly FieldError[] = [], data: unknown = null) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.errors = errors;
    this.data = data;
  }
}

export const invalid = (errors: readonly FieldError[]): AppError =>
  new AppError('invalid', errors[0]?.message ?? '填写有误，请检查', errors);
/** What is wrong at one field. */
export const wrong = (path: string, message: string): AppError => invalid([{ path, message }]);
export const refused = (message: string): AppError => new AppError('invalid', message);
export const conflict = (message: string, data: unknown = null): AppError =>
  new AppError('conflict', message, [], data);
export const forbidden = (message = '您没有此操作的权限'): AppError => new AppError('forbidden', message);
export const notFound = (message: string): AppError => new AppError('notFound', message);
