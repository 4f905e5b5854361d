/** What the forms of consulting and quoting share. */
import { f } from '@hengneng/form-kit';

/** The project in sight that a form is about: that of the record it stands on, where it stands on one. */
export const consultProjectOf = <const From extends string>(from: From) =>
  f.ref('consultProject', '咨询项目', { required: true, from, locked: 'known' });

/** Whoever handles a step names the person who has the next. */
export const assign = <const Who extends string>(who: Who) =>
  f.user(`指派${who}`, { required: true, hint: '即下一步处理人', nextHandler: true });

export const workedHours = <const Label extends string>(label: Label) =>
  f.decimal(1, label, { required: true, unit: 'h', min: 0 });

export const satisfactionOf = <const Label extends string>(label: Label) =>
  f.integer(label, { required: true, unit: '分', min: 1, max: 5 });

/** How a customer who takes an offer ends it. */
export const dealPrice = f.money('成交价', {
  required: true,
  unit: '元',
  min: 0,
  showIf: "customerResult == '成交'",
});
export const DEAL_RULE = { if: 'dealPrice > offerTotal', error: '成交价不能高于含税总价' } as const;

/** What is asked for cannot have been due before it was asked for. */
export const neededIn = <const Label extends string>(label: Label) =>
  ({ if: 'needDate < createdAt', error: `${label}不能早于申请日期` }) as const;
