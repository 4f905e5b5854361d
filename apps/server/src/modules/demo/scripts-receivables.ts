/** What the demo records of customers' money say: settlements, invoices before they pay, and what they paid. */
import { monthEnd } from '@hengneng/core';
import type { Driver } from './driver.ts';
import { day, first, monthBefore, none, type Script, site, SITES, type Tools } from './script.ts';

const contractOf = (project: string): string => `HT-${project}-01`;

/** m² of the sites that pay by area; 元/m² as their contracts have it. */
const AREA: Readonly<Record<string, number>> = { EMC01001: 60_000, EMC02002: 86_000, EMC04001: 92_000 };
const PRICE = 4.2;
const CUSTOMERS: Readonly<Record<string, string>> = {
  EMC01001: '浦江国际大厦管理有限公司',
  EMC02002: '南山科技园管理有限公司',
  EMC04001: '天府软件园管理有限公司',
};

const userSettlement = (project: keyof typeof AREA, stage: Pick<Script, 'end' | 'after'>): Script => {
  const at = SITES.find((one) => one.project === project) ?? site(0);
  const amount = ((AREA[project] ?? 0) * PRICE).toFixed(2);
  return {
    module: 'userSettlement',
    applicant: at.manager,
    ...stage,
    async fields(tools, driver) {
      const month = monthBefore(day(tools.now), 1);
      return {
        project,
        contract: contractOf(String(project)),
        settleKind: '月度结算',
        settleMonth: day(tools.now).slice(0, 7),
        periodStart: `${month}-01`,
        periodEnd: monthEnd(month),
        invoicePlan: '结算后开票',
        dueDate: day(tools.now, 30),
        settleNote: `${month} 按合同计费面积结算供冷费`,
        lines: [
          {
            feeItem: '供冷费',
            basis: await first(driver, tools, at.manager, 'settlementBasis', {
              Keyword: `${month} 计费面积`,
              ProjectCode: project,
            }),
            quantity: String(AREA[project]),
            lineUnit: 'm²',
            unitPrice: String(PRICE),
            coefficient: '1',
            taxRate: '9',
          },
        ],
      };
    },
    steps: {
      项目经理核对: none,
      区域经理审核: none,
      财务审核: async () => ({ priceChecked: '与合同一致', incomeSubject: '供冷供热收入' }),
      总经理审批: none,
      客户签认登记: async (tools) => ({
        signResult: '全额签认',
        signDate: day(tools.now),
        signer: '刘敏',
        signedAmount: amount,
        signFile: [await tools.file()],
      }),
    },
  };
};

/** Who answers for the money on the customer's side of a site. */
const receiver = { receiver: '刘敏', receiverPhone: '13800138000', receiverAddress: 'invoice@example.com' } as const;

const preOpen: Script = {
  module: 'preOpen',
  applicant: 'projectManager3',
  end: 'running',
  // Issued; the customer has not signed for it yet.
  after: 3,
  async fields(tools) {
    const month = monthBefore(day(tools.now), -1);
    return {
      project: 'EMC02002',
      contract: contractOf('EMC02002'),
      preType: '季前预收开票',
      openKind: '纸质普票',
      feeFrom: month,
      feeTo: month,
      preReason: '整季预收',
      promiseDate: day(tools.now, 25),
      collector: await tools.user('projectManager3'),
      deliverMode: '快递',
      ...receiver,
      invoiceNote: `${month} 供冷费预收`,
      promiseFile: [await tools.file()],
      lines: [{ taxName: '*供冷*供冷费', quantity: '1', unitName: '月', lineAmount: '109000.00', taxRate: '9' }],
    };
  },
  steps: {
    区域经理审核: async () => ({ recoverOpinion: '可靠' }),
    财务审核: async () => ({ taxChecked: '正确', taxOpinion: '预收时开票，按开票日发生纳税义务' }),
    财务开票: async (tools) => ({
      openDone: day(tools.now),
      issued: [
        {
          issuedCode: '044031900111',
          issuedNo: '20260018',
          issuedDate: day(tools.now),
          issuedNet: '100000.00',
          issuedTax: '9000.00',
          issuedFile: await tools.file(),
        },
      ],
    }),
  },
};

const paymentReceived = (
  project: keyof typeof CUSTOMERS,
  amount: string,
  stage: Pick<Script, 'end' | 'after'>,
): Script => {
  const at = SITES.find((one) => one.project === project) ?? site(0);
  return {
    module: 'paymentReceived',
    applicant: 'finance',
    ...stage,
    async fields(tools: Tools, driver: Driver) {
      return {
        project,
        contract: contractOf(String(project)),
        receiptKind: '银行转账',
        ourAccount: await first(driver, tools, 'finance', 'userReceivedAccount', {}),
        bankSerial: `DZ${day(tools.now).replaceAll('-', '')}${String(tools.index).padStart(4, '0')}`,
        receiptDate: day(tools.now),
        payerName: CUSTOMERS[project],
        payerNote: '供冷费',
        receiptAmount: amount,
        claimer: await tools.user(at.manager),
        receiptFile: [await tools.file()],
      };
    },
    steps: {
      业务认领核销: async () => ({
        claimResult: '全部转预收',
        payerRelation: '客户本单位',
        remainderNote: '客户预付下季供冷费，结算后冲抵',
      }),
      区域经理确认: none,
      财务复核入账: async (tools) => ({
        bookDate: day(tools.now),
        voucherNo: `记-${String(tools.index).padStart(4, '0')}`,
        reconcileResult: '一致',
      }),
    },
  };
};

export const RECEIVABLES: readonly Script[] = [
  userSettlement('EMC01001', { end: 'approved', after: 0 }),
  userSettlement('EMC04001', { end: 'running', after: 2 }),
  preOpen,
  paymentReceived('EMC02002', '80000.00', { end: 'approved', after: 0 }),
  paymentReceived('EMC01001', '150000.00', { end: 'running', after: 0 }),
];
