/** One record as a workbook: its sections as they stand on the page, a sheet for each detail table, and its approval. */
import { decidedIn, type FormInfo, handlerWords, isForeseen, opinionWords, stepTitle } from '@hengneng/contracts';
import { FLOW_STATUS } from '@hengneng/core';
import { type CompiledField, rowsOf, today } from '@hengneng/form-kit';
import type { Ctx, Session } from '../../platform/context.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import type { Module } from './catalog.ts';
import type { EngineDeps } from './deps.ts';
import { cellOf, heading } from './sheet.ts';
import { getInfo } from './read.ts';
import { staysInside } from './visibility.ts';
import { workbookFile } from './workbook-file.ts';
import { type Cell, instantCell, type Sheet, writeWorkbook } from './xlsx.ts';

const STEP_STATE: Readonly<Record<FormInfo['steps'][number]['state'], string>> = {
  future: '未到',
  active: '处理中',
  done: '已同意',
  returned: '已退回',
  skipped: '已跳过',
  cancelled: '已取消',
};
const PICTURES: ReadonlySet<string> = new Set(['file', 'files', 'image', 'images', 'signature']);

const head = (text: string): Cell => ({ head: text });
const line = (label: string, value: Cell): readonly Cell[] => [head(label), value];

/** What the person sees of the record, and may take along. */
const takenAlong = (session: Session, info: FormInfo) => {
  const withheld = new Set(info.withheld);
  return (of: CompiledField): boolean =>
    of.field.flag !== true && !PICTURES.has(of.field.type) && !withheld.has(of.path) && !staysInside(session, of);
};

const recordSheet = (module: Module, info: FormInfo, taken: (of: CompiledField) => boolean): Sheet => {
  const { form } = module;
  const { record, labels } = info;
  const lines = (fields: readonly CompiledField[]): readonly (readonly Cell[])[] =>
    fields
      .filter((of) => of.source !== 'builtin' && taken(of) && form.visible(record, of.path))
      .map((of) => line(heading(of), cellOf(of, record[of.key], labels)));
  const sections = [
    { name: '申请内容', rows: lines(form.fields.filter((of) => of.section === 'applicant')) },
    ...form.steps.map((step) => ({ name: step.name, rows: lines(step.fields) })),
  ];
  return {
    name: '单据',
    widths: [28, 60],
    rows: [
      line('单据', form.identity.title),
      line('单号', typeof record['serial'] === 'string' ? record['serial'] : '未提交'),
      line('申请人', info.ApplyUserName),
      line('状态', FLOW_STATUS[info.Status] ?? info.Status),
      ...sections.flatMap(({ name, rows }) => (rows.length === 0 ? [] : [[], [head(name)], ...rows])),
    ],
  };
};

const detailSheets = (module: Module, info: FormInfo, taken: (of: CompiledField) => boolean): readonly Sheet[] =>
  module.form.details.flatMap((detail) => {
    const fields = detail.fields.filter(taken);
    const rows = rowsOf(info.record, detail.key);
    if (rows.length === 0 || fields.length === 0) return [];
    return [
      {
        name: detail.label,
        widths: fields.map((of) => Math.min(40, Math.max(12, heading(of).length * 2 + 4))),
        rows: [
          fields.map((of) => head(heading(of))),
          ...rows.map((row) => fields.map((of) => cellOf(of, row[of.key], info.labels))),
        ],
      },
    ];
  });

const approvalSheet = ({ steps }: FormInfo): Sheet => ({
  name: '审批记录',
  widths: [20, 24, 12, 40, 18],
  rows: [
    ['步骤', '处理人', '结论', '意见', '处理时间'].map(head),
    ...steps.map((step): readonly Cell[] => [
      stepTitle(step, steps),
      decidedIn(step).map(handlerWords).join('、'),
      isForeseen(step) ? '预计跳过' : STEP_STATE[step.state],
      step.state === 'skipped' ? step.why : opinionWords(step),
      step.handledAt === null ? null : instantCell(step.handledAt),
    ]),
  ],
});

/** The record as the person sees it, as an .xlsx; the export is audited. */
export const exportRecord = async (ctx: Ctx, deps: EngineDeps, module: Module, id: string): Promise<FileAnswer> => {
  const info = await getInfo(deps, module, ctx, id);
  const { title } = module.form.identity;
  const taken = takenAlong(ctx.session, info);
  const left = [...module.form.fields, ...module.form.details.flatMap((detail) => detail.fields)]
    .filter((of) => staysInside(ctx.session, of) && !info.withheld.includes(of.path))
    .map((of) => of.label);
  const serial = typeof info.record['serial'] === 'string' ? info.record['serial'] : null;
  return workbookFile(`${title}_${serial ?? today(ctx.now)}.xlsx`, async (out) => {
    await writeWorkbook(out, [
      recordSheet(module, info, taken),
      ...detailSheets(module, info, taken),
      approvalSheet(info),
      {
        name: '导出说明',
        widths: [28, 60],
        rows: [
          line('导出人', ctx.session.userName),
          line('导出时间', instantCell(ctx.now.toISOString())),
          ...(left.length === 0 ? [] : [line('未导出的内容（无导出权限）', [...new Set(left)].join('、'))]),
        ],
      },
    ]);
    await ctx.write((tx) =>
      deps.audit(tx, ctx, {
        kind: '导出',
        action: '导出单据',
        moduleId: module.id,
        businessId: id,
        object: serial ?? title,
      }),
    );
  });
};
