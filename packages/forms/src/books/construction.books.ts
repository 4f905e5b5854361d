/** What happens on building sites: who works there, what was stopped, what was handed in. */
import { defineBook, f } from '@hengneng/form-kit';

export const siteWorker = defineBook({
  id: 'siteWorker',
  title: '分包人员台账',
  purpose: '批准进场的分包人员、特种作业证书与三级教育',
  columns: {
    project: f.project('项目', { required: true }),
    contract: f.ref('projectContract', '施工合同', { required: true }),
    supplier: f.supplier('分包单位', { required: true }),
    name: f.text('姓名', { required: true }),
    idNo: f.idCard('身份证号', { required: true, classified: 'idNo' }),
    trade: f.text('工种', { required: true }),
    certNo: f.text('证书编号'),
    certExpire: f.date('证书到期'),
    enteredOn: f.date('进场日期', { required: true }),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: ['project', 'supplier', 'contract', 'name', 'trade', 'certNo', 'certExpire', 'enteredOn', 'document'],
    filters: ['project', 'supplier', 'trade', 'certExpire'],
  },
});

export const workStop = defineBook({
  id: 'workStop',
  title: '停工台账',
  purpose: '施工日志记录的停工时长与原因，作为工期顺延的依据',
  columns: {
    project: f.project('项目', { required: true }),
    subProject: f.ref('subProject', '子项目'),
    contract: f.ref('projectContract', '施工合同', { required: true }),
    stoppedOn: f.date('日期', { required: true }),
    hours: f.decimal(1, '停工时长', { required: true, unit: 'h' }),
    reason: f.text('原因', { required: true }),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: ['project', 'subProject', 'contract', 'stoppedOn', 'hours', 'reason', 'document'],
    filters: ['project', 'contract', 'stoppedOn', 'reason'],
    sum: ['hours'],
  },
});

export const acceptanceDocument = defineBook({
  id: 'acceptanceDocument',
  title: '验收资料台账',
  purpose: '隐蔽工程验收记录与竣工资料，查份数与缺项',
  columns: {
    project: f.project('项目', { required: true }),
    subProject: f.ref('subProject', '子项目'),
    contract: f.ref('projectContract', '工程合同'),
    kind: f.enum('类别', ['隐蔽验收', '竣工资料', '其他'], { required: true }),
    name: f.text('资料', { required: true }),
    copies: f.integer('份数', { unit: '份' }),
    state: f.enum('状态', ['齐全', '缺', '不适用'], { required: true }),
    madeOn: f.date('日期', { required: true }),
    files: f.files('文件'),
    document: f.text('单号', { required: true }),
  },
  list: {
    columns: ['project', 'subProject', 'contract', 'kind', 'name', 'copies', 'state', 'madeOn', 'document'],
    filters: ['project', 'contract', 'kind', 'state', 'madeOn'],
    sum: ['copies'],
  },
});
