/** A definition made for tests: small, but with every kind of part. */
import type { ModuleIdentity } from '@hengneng/core';
import { compileForm } from './derive/compile.ts';
import type { CompiledForm, FormRecord } from './derive/form.ts';
import { formDefiner, type FormShape } from './define.ts';
import { f } from './fields.ts';

export interface TestEnv {
  readonly effects: 'books.write' | 'books.reserve';
  readonly props: {
    readonly device: 'model' | 'lastReading';
    readonly project: 'customerName';
    readonly ledger: 'left';
  };
}
export const defineTestForm = formDefiner<TestEnv>();

export const IDENTITY: ModuleIdentity = {
  procedureId: 1,
  title: '试验单',
  area: 'test',
  home: '/test',
  api: '/bpmapi/Test',
};

export const repair = defineTestForm({
  id: 'maintenanceRecords',
  purpose: '测试用的维修单',
  links: { project: f.project('项目', { required: true }) },
  serial: 'CS-{yyyy}{MM}-{seq4}',
  fields: {
    faultTime: f.datetime('故障时间', { required: true }),
    noticeDate: f.date('通知日期', { default: 'today' }),
    level: f.enum('等级', ['一般', '重大'], { required: true, default: '一般' }),
    systems: f.multiEnum('系统', ['冷水', '热水']),
    stopped: f.boolean('停供', { default: false }),
    stopHours: f.decimal(1, '停供时长', { unit: 'h', min: 0.5, required: true, showIf: 'stopped' }),
    otherFee: f.money('其他费用', { min: 0, default: 0 }),
    device: f.device('设备'),
    customer: f.text('客户', { from: 'project.customerName', locked: true }),
    photos: f.images('照片', { max: 2 }),
    seal: f.check('封印'),
  },
  details: {
    parts: {
      label: '配件',
      minRows: 1,
      fields: {
        name: f.text('名称', { required: true, unique: true }),
        stock: f.decimal(2, '库存'),
        quantity: f.decimal(2, '数量', { required: true, min: 0.01 }),
        price: f.money('单价', { min: 0 }),
        amount: f.money('金额', { formula: 'quantity * price' }),
        reason: f.text('原因', { required: true, showIf: 'amount > 1000' }),
      },
    },
    checks: {
      label: '检查',
      fields: {
        item: f.enum('项目', ['外观', '接线'], { required: true, prefillRows: true }),
        result: f.check('结果'),
      },
    },
    accepts: {
      label: '验收',
      step: '验收',
      fillFrom: { detail: 'parts', group: ['part', 'name'], sum: [['accepted', 'quantity']] },
      fields: { part: f.text('配件'), accepted: f.decimal(2, '验收数量') },
    },
  },
  computed: {
    partsFee: f.money('配件费', { formula: 'sum(parts.amount)' }),
    total: f.money('合计', { formula: 'partsFee + otherFee', capital: true }),
    average: f.money('均价', { formula: 'sum(parts.amount) / count(parts)' }),
    minutes: f.integer('到场用时', { unit: 'min', formula: 'arriveTime - faultTime' }),
  },
  steps: [
    { name: '审核', by: 'projectManager', fields: { advice: f.textarea('意见', { required: true }) } },
    { name: '经理批准', by: 'areaManager', when: 'total >= 1000', fields: { limitNote: f.text('批准说明') } },
    {
      name: '验收',
      by: 'applicant',
      final: true,
      fields: {
        arriveTime: f.datetime('到场时间', { required: true }),
        score: f.integer('评分', { min: 1, max: 5, default: 5 }),
      },
    },
  ],
  list: {
    columns: ['serial', 'project', 'total', 'status'],
    filters: ['project', 'level', 'faultTime'],
    sum: ['total'],
  },
  rules: [
    { if: 'noticeDate < faultTime', error: '通知不能早于故障' },
    { if: 'parts.quantity > parts.stock', error: '数量超过库存' },
    { if: 'arriveTime < faultTime', error: '到场不能早于故障' },
    { if: 'total >= 1000 and not limitNote', error: '请写批准说明' },
    { if: "sum(parts.amount) > 5000 and level == '一般'", error: '费用大，请改为重大', at: 'level' },
  ],
  uniqueTogether: [['project', 'faultTime']],
  onApproved: ['books.write', { at: 'submit', do: 'books.reserve' }, { at: 'step:验收', do: 'books.write' }],
  print: 'A4',
});

export const form: CompiledForm = compileForm(repair, IDENTITY);
export const ENV = { now: new Date('2026-03-05T02:30:00Z'), userId: '7', deptId: 'A6322' } as const;

/** A record that may be submitted. */
export const goodRecord = (more: FormRecord = {}): FormRecord =>
  form.compute({
    ...form.prefill(ENV),
    project: 'P1',
    faultTime: '2026-03-05T08:00:00+08:00',
    parts: [{ name: '轴承', quantity: '2.00', price: '10.00', stock: '5.00' }],
    ...more,
  });

/** A definition with some parts replaced, as a designer might get it wrong: names are not checked by the compiler. */
export const variant = (change: Partial<FormShape>): FormShape => ({ ...repair, ...change });
