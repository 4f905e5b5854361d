import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';

/** 评价以外停用服务商，或恢复这样停用的服务商：写明原因，经技术总监、总经理批准 */
export const providerStanding = defineForm({
  id: 'providerStanding',
  purpose: '评价以外停用服务商，或恢复这样停用的服务商：写明原因，经技术总监、总经理批准',
  links: { supplier: f.supplier('服务商', { required: true }) },
  serial: 'FWTY-{yyyy}-{seq4}',
  fields: {
    action: f.enum('申请事项', ['停用', '恢复'], { required: true }),
    currentState: f.text('现状态', { from: 'supplier.state', locked: true }),
    reasonKind: f.enum(
      '原因',
      ['履约违约', '质量安全问题', '廉洁诚信问题', '资质或经营异常', '单位自愿退出', '整改完成', '误停用', '其他'],
      { required: true },
    ),
    reason: f.textarea('原因说明', { required: true, max: 500 }),
    bannedUntil: f.date('停用至', { showIf: "action == '停用'", hint: '期满前不能恢复；空着为不定期' }),
    openContracts: f.integer('在履合同', {
      from: 'supplier.openContracts',
      locked: true,
      unit: '份',
      hint: '停用后只按实结算',
    }),
    openLines: f.integer('未发完的订单行', {
      from: 'supplier.openLines',
      locked: true,
      unit: '行',
      hint: '停用后不能再登记发货；已在途的照常收货、验收',
    }),
    openBids: f.integer('投标中的标段', {
      from: 'supplier.openBids',
      locked: true,
      unit: '个',
      hint: '停用后报价不能作有效报价，也不能中标',
    }),
    evidence: f.files('依据', { required: true, max: 9 }),
  },
  steps: [
    {
      name: '技术总监审核',
      by: 'role(technicalDirector)',
      fields: { directorOpinion: f.textarea('审核意见', { required: true }) },
    },
    { name: '总经理批准', by: 'role(generalManager)', final: true },
  ],
  cc: ['role(purchaser)'],
  list: {
    columns: [
      'serial',
      'supplier',
      'action',
      'reasonKind',
      'reason',
      'bannedUntil',
      'openContracts',
      'openLines',
      'openBids',
      'applicant',
      'createdAt',
      'status',
    ],
    filters: ['supplier', 'action', 'reasonKind', 'createdAt', 'status'],
  },
  rules: [
    { if: "action == '停用' and currentState == '停用'", error: '该服务商已经停用' },
    { if: "action == '恢复' and currentState != '停用'", error: '该服务商没有停用，不需要恢复' },
    { if: 'bannedUntil < createdAt', error: '停用至不能早于今天' },
  ],
  onApproved: [{ at: 'submit', do: 'providerStanding.check' }, 'providerStanding.stop', 'providerStanding.restore'],
  print: 'A4',
  reports: ['serviceProviderList'],
});
