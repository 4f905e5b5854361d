import type { FormInstance } from 'antd';
import { ApiError, messageOf } from '../lib/api.ts';
import { notify } from '../lib/notify.ts';

/** Puts the server's refusals at the fields they are about; what belongs to none is shown on its own. */
export const showErrors = (form: FormInstance, error: unknown): void => {
  const known = new Set(Object.keys(form.getFieldsValue(true) as object));
  const found = error instanceof ApiError ? error.errors.filter((one) => known.has(one.path)) : [];
  // A field without rules of its own keeps what was said of it before, though it has been put right since.
  const before = form.getFieldsError().flatMap(({ name, errors }) => (errors.length > 0 ? [{ name, errors: [] }] : []));
  form.setFields([...before, ...found.map((one) => ({ name: one.path, errors: [one.message] }))]);
  if (found.length === 0) notify.error(messageOf(error));
  else form.scrollToField(found[0]?.path, { focus: true });
};
