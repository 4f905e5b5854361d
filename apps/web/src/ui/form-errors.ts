import type { FormInstance } from 'antd';
import { ApiError, messageOf } from '../lib/api.ts';
import { notify } from '../lib/notify.ts';

/** `people[0].phone` as the form calls it: `['people', 0, 'phone']`. */
const nameOf = (path: string): (string | number)[] =>
  path
    .replaceAll(/\[(\d+)\]\.?/g, '.$1.')
    .split('.')
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** Puts the server's refusals at the fields they are about, also in rows of a list; what belongs to none is shown on its own. */
export const showErrors = (form: FormInstance, error: unknown): void => {
  // Fields, not values: one that nobody has touched has no value yet, and is often the one that is missing.
  const known = new Set(form.getFieldsError().map(({ name }) => name.join('.')));
  const errors = error instanceof ApiError ? error.errors : [];
  const found = errors.filter((one) => known.has(one.path));
  const inRows = errors.filter((one) => one.path.includes('['));
  // A field without rules of its own keeps what was said of it before, though it has been put right since.
  const before = form
    .getFieldsError()
    .flatMap(({ name, errors: said }) => (said.length > 0 ? [{ name, errors: [] }] : []));
  form.setFields([
    ...before,
    ...found.map((one) => ({ name: one.path, errors: [one.message] })),
    ...inRows.map((one) => ({ name: nameOf(one.path), errors: [one.message] })),
  ]);
  if (found.length === 0) notify.error(messageOf(error));
  else form.scrollToField(found[0]?.path, { focus: true });
};
