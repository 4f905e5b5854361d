import type { FormInstance } from 'antd';
import { ApiError } from '../../../lib/api.ts';

const MARK = /\[(\d+)\]\.?/g;

/**
 * Refusals of rows in a list (`people[0].phone`) put at their own fields.
 * @returns the error without them, for what is shown of the rest; the same error where nothing was a row's
 */
export const fieldErrors = (form: FormInstance, error: unknown): unknown => {
  if (!(error instanceof ApiError)) return error;
  const rows = error.errors.filter(({ path }) => path.includes('['));
  if (rows.length === 0) return error;
  form.setFields(
    rows.map(({ path, message }) => ({
      name: path
        .replace(MARK, '.$1.')
        .split('.')
        .filter((part) => part !== '')
        .map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
      errors: [message],
    })),
  );
  return error;
};
