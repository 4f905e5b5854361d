/** What the demo records of offices and money say: payments, budgets, claims, meters, projects in sight. */
import { monthEnd } from '@hengneng/core';
import { billedReadings, monthUse, wentIn } from './counted.ts';
import { day, first, firstOf, monthBefore, none, previewed, type Script, site, STAGES } from './script.ts';

const stage = (i: number) => STAGES[i % STAGES.length] ?? { end: 'running' as const, after: 0 };

const payment = (i: number): Script => {
  const at = site(i);
  // Where the meter was not read, or nothing was burnt.
  const usual = { last: '128400', now: String(128_400 + 5_200 + i * 640), price: '3.5' };
  let amount = '0.00';
  return {
    module: 'payment',
    applicant: at.manager,
    ...stage(i + 1),
    async fields(tools, driver) {
      const costMonth = monthBefore(day(tools.now), 1);
      // Nobody pays twice for a month of a site.
      const month = monthBefore(day(tools.now), 1 + Math.floor(i / 4));
      const payee = await first(driver, tools, at.manager, 'energyPayeeAccount', { Keyword: 'rq' });
      const { payeeTaxNo } = await previewed(driver, tools, at.manager, 'payment', {
        project: at.project,
        payeeAccount: payee,
      });
      const use = await monthUse(driver, tools, at.project, month);
      const meter = await firstOf(driver, tools, at.manager, 'device', at.project, {
        Category: '燃气表',
        Keyword: 'QB-01',
      });
      const read = await billedReadings(driver, tools, { who: at.manager, project: at.project, meter, month });
      const paid = read === null ? null : Number(use.cost('gas'));
      const { last, now } = read ?? usual;
      const quantity = Number(now) - Number(last);
      const price = paid === null || paid === 0 ? usual.price : (paid / quantity).toFixed(4);
      amount = paid === null || paid === 0 ? (quantity * Number(price)).toFixed(2) : paid.toFixed(2);
      // A month that crosses a step of the ladder has no price of its own that makes its amount.
      const rest = Math.round((Number(amount) - Math.round(quantity * Number(price) * 100) / 100) * 100) / 100;
      const net = (Number(amount) / 1.09).toFixed(2);
      return {
        project: at.project,
        energyType: '天然气',
        payKind: '月结后付',
        payeeAccount: payee,
        periodStart: `${month}-01`,
        periodEnd: monthEnd(month),
        costMonth,
        payMonth: day(tools.now).slice(0, 7),
        latestPayDate: day(tools.now, 10),
        invoiceMode: '随单附票',
        budgetSubject: '燃气费',
        changeReason: '随室外温度变化，用量与上期相差较大',
        billFiles: [await tools.file()],
        meters: [
          {
            accountNo: `QH${at.project}${i}`,
            meterNo: `QB-${at.project}`,
            tariff: '单一制',
            lastReading: last,
            thisReading: now,
            ratio: '1',
            adjustQuantity: '0',
            meterUnit: 'm³',
            unitPrice: price,
          },
        ],
        charges:
          rest === 0 ? [] : [{ chargeItem: '阶梯差价', chargeAmount: rest.toFixed(2), chargeNote: '跨阶梯尾差' }],
        invoices: [
          {
            invoiceKind: '数电专票',
            sellerTaxNo: payeeTaxNo,
            invoiceNo: `2531${String(20000000 + i * 7919)}`,
            issueDate: monthEnd(month),
            invoiceNet: net,
            invoiceTax: (Number(amount) - Number(net)).toFixed(2),
            invoiceFile: await tools.file(),
          },
        ],
      };
    },
    steps: {
      项目经理审核: async () => ({ readingChecked: '一致' }),
      能源数据核对: async () => ({ dataOpinion: '用量属实', dataNote: '与月报用量一致，随室外温度变化' }),
      区域经理审核: none,
      财务审核: async () => ({ invoiceVerified: '查验一致', costSubject: '燃气费', approvedAmount: amount }),
      总经理审批: none,
      出纳付款: async (tools, driver) => ({
        payDate: day(tools.now),
        payAccount: await first(driver, tools, 'cashier', 'companyAccount', {}),
        payMethod: '网银转账',
        paidAmount: amount,
        bankSerial: `NYFK${day(tools.now).replaceAll('-', '')}${String(tools.index).padStart(4, '0')}`,
        payVoucher: [await tools.file()],
      }),
    },
  };
};

const reimbursement = (i: number): Script => {
  const at = site(i);
  const amount = (286 + i * 37.5).toFixed(2);
  return {
    module: 'expenseReimbursement',
    applicant: at.manager,
    ...stage(i),
    async fields(tools) {
      return {
        project: at.project,
        claimKind: '项目日常费用',
        bearer: '项目',
        claimer: await tools.user(at.manager),
        costMonth: day(tools.now).slice(0, 7),
        budgetMonth: day(tools.now).slice(0, 7),
        receiveName: '本人',
        receiveBank: '工商银行',
        receiveNo: '6222021200000002',
        expenses: [
          {
            expenseDate: day(tools.now, -3),
            subject: '工具劳保',
            expenseItem: '五金配件',
            expensePlace: '五金市场',
            expenseReason: '机房阀门密封件',
            expenseAmount: amount,
            ticketMode: '有发票',
          },
        ],
        invoices: [
          {
            invoiceKind: '数电普票',
            sellerName: '恒信五金商行',
            sellerTaxNo: '92310115MA1K00001X',
            invoiceNo: `2532${String(30000000 + i * 6151)}`,
            issueDate: day(tools.now, -3),
            invoiceNet: amount,
            invoiceTax: '0',
            buyerRight: true,
            invoiceFile: await tools.file(),
          },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      区域经理审核: none,
      财务审核: async () => ({ ticketVerified: '全部查验一致', accountSubject: '项目成本-日常' }),
      出纳付款: async (tools) => ({
        payDate: day(tools.now),
        paidAmount: amount,
        bankSerial: `FYBX${day(tools.now).replaceAll('-', '')}${String(tools.index).padStart(4, '0')}`,
      }),
    },
  };
};

const NAMES = ['滨江科创园一期', '市第二人民医院新院区', '会展中心酒店', '高铁新城能源站'] as const;

const consultProject = (i: number): Script => ({
  module: 'consultProject',
  applicant: 'sales',
  ...(i % 2 === 0 ? { end: 'approved' as const, after: 0 } : stage(i + 2)),
  async fields(tools, driver) {
    return {
      projectName: `${NAMES[i % NAMES.length] ?? NAMES[0]}${i < NAMES.length ? '' : `（${i}）`}`,
      district: await first(driver, tools, 'sales', 'district', {}),
      address: '科创大道88号',
      ownerName: `${NAMES[i % NAMES.length] ?? NAMES[0]}建设管理有限公司`,
      ownerType: '国有企业',
      buildingType: ['办公', '医院', '酒店', '区域能源站'][i % 4],
      buildState: '在建',
      openDate: day(tools.now, 420),
      intentMode: 'EMC能源托管',
      infoSource: '设计院推荐',
      expectAmount: String(3_200_000 + i * 400_000),
      winRate: '45',
      expectSign: day(tools.now, 120),
      salesman: await tools.user('sales'),
      salesDept: 'A630802',
      buildings: [
        {
          building: '主楼',
          usage: '办公',
          floorArea: String(38000 + i * 2600),
          storeys: 22,
          coolIndex: '95',
          heatIndex: '62',
        },
        { building: '裙楼', usage: '餐饮', floorArea: '9200', storeys: 4, coolIndex: '160', heatIndex: '75' },
      ],
      contacts: [{ contactName: '沈工', post: '机电总监', influence: '技术把关人', attitude: '支持' }],
    };
  },
  steps: {
    部门主任审核: async () => ({ projectLevel: '一般', followDept: 'A630802' }),
    管理员查重立项: async (tools) => ({ dupResult: '无重复', protectUntil: day(tools.now, 180) }),
    技术总监确认可行性: async () => ({ feasible: '可行' }),
  },
});

const electricityMeter = (i: number): Script => {
  const at = site(i);
  // Of the record as it was filed; an installation that was cut short between its steps says a round figure.
  let used = 137_500;
  return {
    module: 'electricityMeter',
    applicant: at.operators[0],
    ...stage(i + 1),
    async fields(tools, driver) {
      const who = at.operators[0];
      const month = monthBefore(day(tools.now), 1 + 2 * Math.floor(i / 4));
      // Readings of a meter go on from month to month: what is told out of that order is told of another meter.
      const Keyword = ['DB-01', 'DB-02'][Math.floor(i / 4) % 2];
      const meter = await first(driver, tools, who, 'device', { ProjectCode: at.project, Category: '电表', Keyword });
      const base = { project: at.project, contract: `HT-${at.project}-01` };
      const seen = await previewed(driver, tools, who, 'electricityMeter', { ...base, readings: [{ meter }] });
      const row = (seen.readings as readonly Readonly<Record<'previous' | 'useKind' | 'ctRatio', string | null>>[])[0];
      const previous = Number(row?.previous ?? 0);
      const went = await wentIn(driver, tools, { who, project: at.project, meter, month, otherwise: 860 + i * 23 });
      used = Math.round(went * Number(row?.ctRatio ?? 160));
      return {
        ...base,
        settleMonth: month,
        periodStart: `${month}-01`,
        periodEnd: monthEnd(month),
        readTime: `${monthEnd(month)}T17:30:00+08:00`,
        ourReader: await tools.user(who),
        customerReader: '赵工',
        priceMode: '单一电价',
        averagePrice: '0.82',
        meterPhotos: [await tools.file()],
        readings: [
          {
            meter,
            useKind: row?.useKind ?? '主机',
            bearer: '我方承担',
            readKind: '正常',
            previous: String(previous),
            current: (previous + went).toFixed(2),
            ctRatio: row?.ctRatio ?? '160',
          },
        ],
      };
    },
    steps: {
      项目经理审核: none,
      客户签认: async (tools) => ({ customerSign: await tools.file(), signDate: day(tools.now) }),
      能源数据复核: async () => ({ dayReportKwh: String(used), analystOpinion: '与日报累计电量相符' }),
      区域经理审核: none,
      财务确认: none,
    },
  };
};

const fundBudget = (i: number): Script => {
  const at = site(i);
  return {
    module: 'fundBudget',
    applicant: at.manager,
    ...stage(i),
    async fields(tools) {
      return {
        project: at.project,
        ownerType: '项目',
        budgetKind: '月度预算',
        // Filed in different months, two of a project must still not be for the same one.
        budgetMonth: monthBefore(day(tools.now), -2 - 2 * Math.floor(i / 4)),
        openingFund: '260000',
        runState: '采暖季',
        shortPlan: '无缺口',
        budgetNote: '燃气按去年同期气量乘现价测算，维修按检修计划',
        basisFiles: [await tools.file()],
        lines: [
          {
            subject: '燃气费',
            payee: '供气单位',
            planPayDate: day(tools.now, 60),
            planQuantity: '42000',
            planPrice: '3.5',
            applyAmount: '147000',
            priority: '刚性必付',
          },
          {
            subject: '维修费',
            payee: '维修单位',
            planPayDate: day(tools.now, 65),
            applyAmount: '18000',
            priority: '可延后',
          },
        ],
        sources: [
          { sourceKind: '客户结算回款', expectDate: day(tools.now, 50), sourceAmount: '120000', sureRate: '90' },
        ],
      };
    },
    steps: {
      项目经理或部门审核: none,
      区域经理审核: async () => ({ areaOpinion: '同意按测算安排' }),
      财务平衡核定: async () => ({
        fundState: '平衡',
        financeNote: '按申请核定',
        approvals: [
          { approveSubject: '燃气费', subjectApply: '147000', subjectApproved: '147000' },
          { approveSubject: '维修费', subjectApply: '18000', subjectApproved: '15000', cutReason: '非紧急项目顺延' },
        ],
      }),
      运营总监审批: none,
      总经理批准: async () => ({ gmDecision: '按核定批准' }),
    },
  };
};

export const OFFICE = [payment, consultProject, reimbursement, electricityMeter, fundBudget] as const;
