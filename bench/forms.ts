/** What the form language costs: the reimbursement with a hundred rows, worked out and checked as a key press does it. */
import { MODULES } from '@hengneng/core';
import { compileForm, sectionSchema } from '@hengneng/form-kit';
import { FORMS } from '@hengneng/forms';
import { bigDraft } from './drafts.ts';
import { percentile } from './load.ts';

const TIMES = 200;

/** Median milliseconds of a piece of work, warmed up. */
function median(work: () => void): number {
  const took: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const began = performance.now();
    work();
    took.push(performance.now() - began);
  }
  return percentile(
    took.slice(TIMES / 2).sort((a, b) => a - b),
    0.5,
  );
}

export function formTimings(): readonly { readonly name: string; readonly ms: number }[] {
  const definition = FORMS.expenseReimbursement;
  const identity = MODULES.expenseReimbursement;
  const form = compileForm(definition, identity);
  const schema = sectionSchema(form, 0, 'draft');
  const body = bigDraft('P1');
  const read = schema.parse(body);
  const now = new Date();
  const empty = form.prefill({ now, userId: '1', deptId: 'A63' });
  const record = form.compute({ ...empty, ...read });
  let fee = 0;
  return [
    { name: '编译定义', ms: median(() => void compileForm(definition, identity)) },
    { name: '解析请求体（100 行）', ms: median(() => void schema.parse(body)) },
    { name: '首次计算（100 行）', ms: median(() => void form.compute({ ...empty, ...read })) },
    {
      name: '改一个值后重算',
      ms: median(() => {
        fee += 1;
        form.compute({ ...record, allowanceDays: `${fee}.0` });
      }),
    },
    { name: '整单校验', ms: median(() => void form.check(record, 0, now)) },
  ];
}
