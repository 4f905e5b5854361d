/** A small form for the tests of this folder: formulas in rows and over them, a condition, a prefill and a step's own section. */
import type { ModuleIdentity } from '@hengneng/core';
import { type CompiledForm, compileForm, f, formDefiner } from '@hengneng/form-kit';

interface SampleEnv {
  readonly effects: 'books.write';
  readonly props: { readonly project: 'customerName' | 'grade' };
}

const IDENTITY: ModuleIdentity = { procedureId: 1, title: '试验单', area: 'test', home: '/test', api: '/bpmapi/Test' };

const sample = formDefiner<SampleEnv>()({
  id: 'maintenanceRecords',
  purpose: '测试用的单据',
  links: { project: f.project('项目', { required: true }) },
  serial: 'CS-{yyyy}{MM}-{seq4}',
  fields: {
    customer: f.text('客户', { from: 'project.customerName' }),
    note: f.text('备注'),
    stopped: f.boolean('停供'),
    hours: f.decimal(1, '时长（h）', { showIf: 'stopped' }),
    notice: f.integer('提前通知', { showIf: 'stopped', default: 24 }),
  },
  details: {
    parts: {
      label: '配件',
      fields: {
        name: f.text('名称'),
        quantity: f.decimal(2, '数量'),
        price: f.money('单价'),
        grade: f.text('等级', { from: 'project.grade' }),
        bought: f.date('日期'),
        marks: f.multiEnum('标记', ['甲', '乙']),
        urgent: f.boolean('加急'),
        surcharge: f.money('加急费', { showIf: 'urgent', default: 50 }),
        amount: f.money('金额', { formula: 'quantity * price' }),
        photo: f.image('照片'),
      },
    },
  },
  computed: { total: f.money('合计', { formula: 'sum(parts.amount)' }) },
  steps: [{ name: '审核', by: 'projectManager', fields: { advice: f.textarea('意见') } }],
  list: { columns: ['note'], filters: [] },
  print: 'A4',
});

export const sampleForm: CompiledForm = compileForm(sample, IDENTITY);
export const partFields = sampleForm.details.find((detail) => detail.key === 'parts')?.fields ?? [];
