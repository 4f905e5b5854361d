/** Bank accounts on the customers' side of the business; kept on screens of their own. */
import { defineBook, f } from '@hengneng/form-kit';

export const userReceivedAccount = defineBook({
  id: 'userReceivedAccount',
  title: '用户收款账户',
  purpose: '我公司各主体收取客户款项的账户，印在结算单与催款函上，到账按它登记',
  columns: {
    company: f.text('收款主体', { required: true }),
    accountName: f.text('户名', { required: true }),
    bankName: f.text('开户行', { required: true }),
    bankUnionNo: f.text('联行号'),
    accountNo: f.text('账号', { required: true }),
    taxNo: f.text('税号'),
    purposeKind: f.multiEnum('用途', ['能源费', '运维费', '保证金']),
    validFrom: f.date('生效起'),
    validTo: f.date('生效止'),
    enabled: f.enum('状态', ['启用', '停用'], { required: true }),
  },
  key: ['accountNo'],
  name: ['accountName', 'bankName'],
  offered: { enabled: ['启用'] },
  list: {
    columns: [
      'company',
      'accountName',
      'bankName',
      'accountNo',
      'bankUnionNo',
      'taxNo',
      'purposeKind',
      'validFrom',
      'validTo',
      'enabled',
    ],
    filters: ['company', 'enabled'],
  },
});

export const userPayAccount = defineBook({
  id: 'userPayAccount',
  title: '用户付款账户',
  purpose: '客户的付款账户与用户户号，到账登记按户名、账号匹配到项目与合同',
  columns: {
    project: f.project('项目', { required: true }),
    contract: f.contract('合同'),
    customerName: f.text('客户名称', { required: true }),
    userNo: f.text('用户户号'),
    accountName: f.text('付款户名', { required: true }),
    bankName: f.text('开户行'),
    bankUnionNo: f.text('联行号'),
    accountNo: f.text('账号'),
    taxNo: f.text('统一社会信用代码'),
    isDefault: f.boolean('默认', { required: true }),
    enabled: f.enum('状态', ['启用', '停用'], { required: true }),
  },
  name: ['userNo', 'accountName'],
  offered: { enabled: ['启用'] },
  list: {
    columns: [
      'project',
      'customerName',
      'userNo',
      'accountName',
      'contract',
      'bankName',
      'accountNo',
      'taxNo',
      'isDefault',
      'enabled',
    ],
    filters: ['project', 'contract', 'customerName', 'enabled'],
  },
});
