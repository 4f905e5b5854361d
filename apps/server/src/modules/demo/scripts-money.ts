/** What the demo records of money beyond energy say: payments, quotas, invoices that are reversed or made void, what households owe, a settlement taken back in part. */
import { type ModuleId, monthEnd } from '@hengneng/core';
import { PEOPLE, PROJECTS } from './company.ts';
import type { Driver } from './driver.ts';
import {
  approved,
  day,
  first,
  moment,
  monthBefore,
  none,
  previewed,
  rejected,
  type Script,
  site,
  type Stage,
  type Tools,
  waiting,
} from './script.ts';

const contractOf = (project: string): string => `HT-${project}-01`;
const serial = (tools: Tools, mark: string): string =>
  `${mark}${day(tools.now).replaceAll('-', '')}${String(tools.index).padStart(4, '0')}`;
/** Numbers of invoices have twenty digits. */
const invoiceNo = (mark: string, nth: number): string => `${mark}${String(40_000_000 + nth * 7907)}`.padEnd(20, '0');

const PAID = [
  {
    name: '安泰检测',
    category: '检测检验',
    subject: '检测检验',
    item: '安全阀与压力表校验',
    net: '1754.72',
    tax: '105.28',
  },
  {
    name: '通达管道',
    category: '维修外协',
    subject: '维修费',
    item: '补水管路保温修复',
    net: '2924.53',
    tax: '175.47',
  },
] as const;

const paymentNotEnergy = (i: number, stage: Stage): Script => {
  const at = site(i);
  const of = PAID[i % PAID.length] ?? PAID[0];
  const amount = (Number(of.net) + Number(of.tax)).toFixed(2);
  return {
    module: 'paymentNotEnergy',
    applicant: at.manager,
    ...stage,
    async fields(tools, driver) {
      const supplier = await first(driver, tools, at.manager, 'supplier', { Keyword: of.name });
      const asked = { project: at.project, payeeKind: '供应商', supplier };
      const seen = await previewed(driver, tools, at.manager, 'paymentNotEnergy', asked);
      return {
        ...asked,
        payCategory: of.category,
        payNature: '一次性付款',
        payeeName: seen.payeeName,
        payeeTaxNo: seen.payeeTaxNo,
        payeeBank: seen.payeeBank,
        payeeBankNo: seen.payeeBankNo,
        acceptState: '已验收合格',
        acceptFiles: [await tools.file()],
        retentionRate: '0',
        invoiceMode: '随单附票',
        budgetMode: '本单占用',
        budgetSubject: of.subject,
        payMonth: day(tools.now).slice(0, 7),
        planPayDate: day(tools.now, 12),
        costMonth: day(tools.now).slice(0, 7),
        payReason: `${of.item}已完成并验收，按报价一次付清`,
        items: [
          { itemName: of.item, costProject: at.project, quantity: '1.00', itemUnit: '项', unitPrice: `${amount}00` },
        ],
        invoices: [
          {
            invoiceKind: '数电普票',
            sellerTaxNo: seen.payeeTaxNo,
            invoiceNo: invoiceNo('2533', tools.index),
            issueDate: day(tools.now, -4),
            invoiceNet: of.net,
            taxRate: '6',
            invoiceTax: of.tax,
            invoiceFile: await tools.file(),
          },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      区域经理审核: none,
      财务审核: async () => ({ invoiceVerified: '查验一致', approvedAmount: amount, ledgerSubject: '项目成本' }),
      出纳付款: async (tools, driver) => ({
        payDate: day(tools.now),
        payAccount: await first(driver, tools, 'cashier', 'companyAccount', {}),
        payMethod: '网银转账',
        paidAmount: amount,
        bankSerial: serial(tools, 'FN'),
        payVoucher: [await tools.file()],
      }),
    },
  };
};

const ticket = async (tools: Tools, ticketAmount: string) => ({
  sellerTaxNo: '92310115MA1K00002Y',
  invoiceNo: invoiceNo('2534', tools.index),
  ticketDate: day(tools.now, -2),
  ticketAmount,
  ticketFile: await tools.file(),
});

const nameOf = (account: string): string => PEOPLE.find((one) => one.account === account)?.name ?? '';
const siteName = (code: string): string => PROJECTS.find((one) => one.code === code)?.name.replace(/项目$/, '') ?? '';

/** Quotas are given for the year of the installation: what is filed in the last days before it claims on the first month. */
const quotaOf = async (driver: Driver, tools: Tools, account: string, name: string) => {
  const month = day(tools.now).slice(0, 7);
  const of = async (quotaMonth: string) => ({
    quotaMonth,
    quotaAccount: await first(driver, tools, account, 'quotaAccount', {
      Keyword: `${quotaMonth.slice(0, 4)} ${name}`,
    }),
  });
  return of(month).catch(() => of(`${Number(month.slice(0, 4)) + 1}-01`));
};

/** A manager's own telephone bill of the month. */
const ownQuota = (i: number, stage: Stage): Script => {
  const at = site(i);
  const amount = `${(96 + i * 13).toFixed(2)}`;
  return {
    module: 'quotaReimburse',
    applicant: at.manager,
    ...stage,
    async fields(tools, driver) {
      const me = await tools.user(at.manager);
      return {
        dept: `A63220${1 + i}`,
        quotaAction: '额度内报销',
        quotaOwner: '个人',
        quotaKind: '通讯费',
        ...(await quotaOf(driver, tools, at.manager, `${nameOf(at.manager)} 通讯费`)),
        receiveNo: '6222021200000003',
        items: [
          {
            person: me,
            useDate: day(tools.now, -3),
            useItem: '话费流量',
            useRoute: '项目联络',
            useQuantity: '1.0',
            usePrice: amount,
          },
        ],
        tickets: [await ticket(tools, amount)],
      };
    },
    steps: {
      部门负责人审核: none,
      财务审核: async () => ({ deductAmount: '0', payrollMode: '银行转账' }),
      出纳收付款: async (tools) => ({
        payDate: day(tools.now),
        paidAmount: amount,
        bankSerial: serial(tools, 'ED'),
      }),
    },
  };
};

/** What a site's petty cash went for: cash and tickets come to what was paid out. */
const pettyCash = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'quotaReimburse',
    applicant: at.manager,
    ...stage,
    async fields(tools, driver) {
      return {
        project: at.project,
        dept: `A63220${1 + i}`,
        quotaAction: '拨款内核销',
        quotaOwner: '项目',
        quotaKind: '机房零星用品',
        ...(await quotaOf(driver, tools, at.manager, `${siteName(at.project)} 机房零星用品`)),
        keeper: await tools.user(at.manager),
        cashCount: '3732.00',
        items: [
          {
            person: await tools.user(at.operators[0]),
            useDate: day(tools.now, -6),
            useItem: '电池灯泡',
            useRoute: '机房应急灯电池',
            useQuantity: '4.0',
            usePrice: '42.00',
          },
          {
            person: await tools.user(at.operators[0]),
            useDate: day(tools.now, -5),
            useItem: '扎带密封件',
            useRoute: '阀门挂牌扎带与生料带',
            useQuantity: '1.0',
            usePrice: '100.00',
          },
        ],
        tickets: [await ticket(tools, '268.00')],
      };
    },
    steps: {
      项目经理审核: none,
      财务审核: async () => ({ deductAmount: '0', payrollMode: '核销备用金' }),
    },
  };
};

const OPENED = {
  EMC04001: { no: '20260131', code: '051001900111', amount: '54500.00', net: '50000.00', tax: '4500.00' },
  EMC03001: { no: '20260207', code: '011001900104', amount: '32700.00', net: '30000.00', tax: '2700.00' },
} as const;
type Opened = keyof typeof OPENED;
const MANAGERS: Readonly<Record<Opened, string>> = { EMC04001: 'projectManager5', EMC03001: 'projectManager4' };
const AREA_CASHIER = { receiver: '何经理', receiverPhone: '13800138001', receiverAddress: 'bill@example.com' } as const;

/** An invoice before the customer pays, signed for. */
const opened = (project: Opened, stage: Stage): Script => {
  const of = OPENED[project];
  const by = MANAGERS[project];
  return {
    module: 'preOpen',
    applicant: by,
    ...stage,
    async fields(tools) {
      const month = monthBefore(day(tools.now), -1);
      return {
        project,
        contract: contractOf(project),
        preType: '季前预收开票',
        openKind: '纸质普票',
        feeFrom: month,
        feeTo: month,
        preReason: '客户见票付款',
        promiseDate: day(tools.now, 90),
        collector: await tools.user(by),
        deliverMode: '项目转交',
        ...AREA_CASHIER,
        invoiceNote: `${month} 采暖费预收`,
        promiseFile: [await tools.file()],
        lines: [{ taxName: '*供热*采暖费', quantity: '1', unitName: '月', lineAmount: of.amount, taxRate: '9' }],
      };
    },
    steps: {
      区域经理审核: async () => ({ recoverOpinion: '可靠' }),
      财务审核: async () => ({ taxChecked: '正确', taxOpinion: '预收时开票，按开票日发生纳税义务' }),
      财务开票: async (tools) => ({
        openDone: day(tools.now),
        issued: [
          {
            issuedCode: of.code,
            issuedNo: of.no,
            issuedDate: day(tools.now),
            issuedNet: of.net,
            issuedTax: of.tax,
            issuedFile: await tools.file(),
          },
        ],
      }),
      客户签收登记: async (tools) => ({
        signDate: day(tools.now),
        signer: '何经理',
        signFile: [await tools.file()],
      }),
    },
  };
};

const original = async (driver: Driver, tools: Tools, module: ModuleId, project: Opened) => {
  const asked = {
    project,
    contract: contractOf(project),
    original: await first(driver, tools, MANAGERS[project], 'outputInvoice', {
      ProjectCode: project,
      Keyword: OPENED[project].no,
    }),
  };
  return { asked, seen: await previewed(driver, tools, MANAGERS[project], module, asked) };
};

const invoiceHedging = (stage: Stage): Script => ({
  module: 'invoiceHedging',
  applicant: MANAGERS.EMC04001,
  ...stage,
  async fields(tools, driver) {
    const { asked, seen } = await original(driver, tools, 'invoiceHedging', 'EMC04001');
    const lines = seen.redLines as readonly Record<string, unknown>[];
    return {
      ...asked,
      redReason: '结算折让',
      redScope: '部分红冲',
      buyerDeducted: false,
      initiator: '无需确认单',
      reopen: false,
      receivedHandle: '无已收款',
      causeNote: '开机首周室温不足，经协商减收首周采暖费',
      proofFiles: [await tools.file()],
      redLines: lines.map((line) => ({ ...line, redAmount: '5450.00' })),
    };
  },
  steps: {
    区域经理审核: none,
    财务审核: async (tools) => ({ originalVerified: '正常且在台账', taxMonth: day(tools.now).slice(0, 7) }),
    财务开具红字发票: async (tools) => ({
      redNo: '20260166',
      redDate: day(tools.now),
      redIssued: '5450.00',
      redFile: await tools.file(),
    }),
  },
});

const invoiceCancel = (stage: Stage): Script => ({
  module: 'invoiceCancel',
  applicant: MANAGERS.EMC03001,
  ...stage,
  async fields(tools, driver) {
    const { asked, seen } = await original(driver, tools, 'invoiceCancel', 'EMC03001');
    return {
      ...asked,
      cancelMonth: seen.issueMonth,
      cancelReason: '抬头或税号错误',
      errorSource: '客户提供信息有误',
      delivered: true,
      copiesBack: ['发票联', '记账联'],
      copyCount: 2,
      copyBackCount: 2,
      buyerBooked: false,
      reopenPlan: '重新预开票',
      copyPhotos: [await tools.file()],
    };
  },
  steps: {
    项目经理审核: none,
    财务审核: async () => ({ taxReported: false, copiesVerified: '联次齐全' }),
    税控系统作废: async (tools) => ({
      voidTime: moment(tools.now),
      voidOperator: await tools.user('finance'),
      voidShot: [await tools.file()],
      originalArchive: '财务档案柜 3-2',
    }),
  },
});

const TENANTS = [
  ['博海信息技术有限公司', 'RB-0501', '820.00', '4120.000', '9760.000'],
  ['启明律师事务所', 'RB-0702', '460.00', '2260.000', '5240.000'],
  ['嘉和餐饮管理有限公司', 'RB-B101', '310.00', '3980.000', '7060.000'],
] as const;

const measurementCharge = (i: number, stage: Stage): Script => {
  const at = site(i);
  return {
    module: 'measurementCharge',
    applicant: at.manager,
    ...stage,
    async fields(tools) {
      const month = monthBefore(day(tools.now), 1);
      return {
        project: at.project,
        contract: contractOf(at.project),
        userKind: '写字楼租户',
        meterKind: '冷量',
        quantityUnit: 'kWh',
        chargeMonth: month,
        periodStart: `${month}-01`,
        periodEnd: monthEnd(month),
        readMode: '拍照识别',
        reader: await tools.user(at.operators[0]),
        settleMode: '直接向用户出账',
        mainQuantity: '12200.000',
        publicQuantity: '0',
        lossLimit: '8',
        lossRule: '已含在单价',
        priceFile: [await tools.file()],
        dueDate: day(tools.now, 40),
        noticeMode: ['微信推送', '纸质账单'],
        lossReason: '租户新装修完成后全面开机，用量高于上期',
        readings: TENANTS.map(([userName, meterNo, chargeArea, lastReading, thisReading]) => ({
          userName,
          chargeArea,
          meterNo: `${meterNo}-${i + 1}`,
          readState: '实抄',
          lastReading,
          thisReading,
          ratio: '1.00',
          changeQuantity: '0',
          meterPrice: '0.5200',
          basicPrice: '0',
          reduceFee: '0',
        })),
      };
    },
    steps: {
      项目经理复核抄表: async () => ({ sampleCount: 3, sampleWrong: 0 }),
      能源数据核对损耗: async () => ({ lossOpinion: '属实按规则处理' }),
      财务核价出账: async (tools) => ({ priceChecked: '与收费标准一致', taxRate: '9', billDate: day(tools.now) }),
    },
  };
};

/** The area that was settled turned out too large by what is not supplied. */
const cancelSettlement = (stage: Stage): Script => {
  const by = 'projectManager';
  return {
    module: 'cancelSettlement',
    applicant: by,
    ...stage,
    async fields(tools, driver) {
      const asked = {
        project: 'EMC01001',
        contract: contractOf('EMC01001'),
        receivable: await first(driver, tools, by, 'receivableLedger', {
          ProjectCode: 'EMC01001',
          Keyword: '浦江国际',
        }),
      };
      const seen = await previewed(driver, tools, by, 'cancelSettlement', asked);
      const lines = seen.lines as readonly Record<string, unknown>[];
      return {
        ...asked,
        cancelScope: '部分取消',
        cancelReason: '面积有误',
        errorDuty: '结算编制',
        cancelMonth: day(tools.now).slice(0, 7),
        invoiceHandle: '未开票',
        receivedHandle: '无需处理',
        customerFile: [await tools.file()],
        cancelNote: '地下设备间 300 m² 不供冷，经现场核实应从计费面积扣除',
        lines: lines.map((line) => ({ ...line, lineCancel: '1260.00', rightValue: '59700 m²' })),
      };
    },
    steps: {
      区域经理审核: none,
      财务审核: async () => ({
        invoiceChecked: '无发票',
        profitEffect: '-1155.96',
        financeNote: '未开票，直接冲减当月应收与收入',
      }),
      客户确认登记: async (tools) => ({
        confirmDate: day(tools.now),
        confirmer: '刘敏',
        confirmFile: [await tools.file()],
      }),
    },
  };
};

export const MONEY: readonly Script[] = [
  paymentNotEnergy(0, approved()),
  paymentNotEnergy(1, waiting(2)),
  ownQuota(0, approved()),
  ownQuota(1, waiting(1)),
  pettyCash(2, approved()),
  opened('EMC04001', approved(24)),
  opened('EMC03001', approved(14)),
  invoiceHedging(approved(12)),
  invoiceCancel(approved(9)),
  measurementCharge(2, approved()),
  measurementCharge(0, waiting(0)),
  cancelSettlement(waiting(1, 4)),
  paymentNotEnergy(3, rejected(1)),
];
