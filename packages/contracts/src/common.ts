/** Pieces that several contracts share: a form-encoded body has only text, and one value of a repeated key is no list. */
import { z } from 'zod';

/** As a form sends it, or as JSON does: `1` is the same in both. */
export const flag = z.union(
  [z.boolean(), z.stringbool(), z.literal([0, 1]).transform((value) => value === 1)],
  '只能是 true 或 false',
);
export const idText = z.string().regex(/^\d{1,18}$/, '编号格式不正确');
export const day = z.iso.date('日期格式应为 YYYY-MM-DD');
export const count = (what: string, min = 0, max = 1_000_000_000) =>
  z.coerce
    .number(`${what}必须是数字`)
    .int(`${what}必须是整数`)
    .min(min, `${what}不能小于${min}`)
    .max(max, `${what}不能大于${max}`);

/** A text that has to be there. */
export const needed = (what: string, most: number) =>
  z.string(`请填写${what}`).trim().min(1, `请填写${what}`).max(most, `${what}最多${most}字`);

/** An amount in yuan, as text. */
export const yuanText = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,13}(\.\d{1,2})?$/, `${what}最多两位小数且不能为负数`);

/** An empty text clears a field. */
export const blankable = <T extends z.ZodType>(inner: T) =>
  z.preprocess((value) => (value === '' ? null : value), inner.nullable());

/** One value or several. An empty text is an empty list, so that a form-encoded body can clear one. */
export const several = <T extends z.ZodType>(item: T, max: number, tooMany: string) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : value === '' || value === null ? [] : [value]),
    z.array(item).max(max, tooMany),
  );

/** For `z.preprocess`: what does not say which act it is, is the usual one. */
export const actionOr =
  (usual: string) =>
  (raw: unknown): unknown =>
    typeof raw === 'object' && raw !== null && !('Action' in raw) ? { ...raw, Action: usual } : raw;

/** A value as an administrator was shown it, sent along to tell whether it is another by now; a list with commas. */
export const seenValue = z.union([z.string().max(200), z.number(), z.boolean()]).nullish();

export const done = z.object({ ok: z.literal(true) });
