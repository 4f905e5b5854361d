/** What the demo records of households say: who is not supplied for a while, who wants an invoice first. */
import type { Driver } from './driver.ts';
import {
  approved,
  day,
  first,
  moment,
  monthBefore,
  none,
  type Script,
  type Stage,
  type Tools,
  waiting,
} from './script.ts';

const CHARGER = 'cashier';
const CHECKER = 'finance';

const householdOf = async (driver: Driver, tools: Tools, Keyword: string, name = '滨江花园') => {
  const community = await first(driver, tools, CHARGER, 'community', { Keyword: name });
  return { community, room: await first(driver, tools, CHARGER, 'room', { Keyword, community }) };
};

const suspend = (i: number, stage: Stage): Script => ({
  module: 'suspend',
  applicant: CHARGER,
  ...stage,
  async fields(tools, driver) {
    return {
      project: 'EMC01001',
      ...(await householdOf(driver, tools, i === 0 ? '2栋-401' : '2栋-301')),
      source: '前台受理',
      applyType: '停用',
      ownerName: i === 0 ? '吴建平' : '陈立新',
      ownerPhone: i === 0 ? '13900001052' : '13900001044',
      useArea: i === 0 ? '123.50' : '111.00',
      fee: await first(driver, tools, CHARGER, 'fee', { Keyword: '采暖费' }),
      chargeWay: '按面积',
      season: '采暖季',
      reason: i === 0 ? '外出居住' : '装修',
      startDate: day(tools.now, 2),
      endDate: day(tools.now, 62),
      unitPrice: '28.0000',
      seasonDays: 120,
      keepRate: '30',
      knowRule: true,
      ownerSign: await tools.file(),
      bills: [],
    };
  },
  steps: {
    前台受理审核: async () => ({ infoChecked: '业主本人一致', arrearsHandle: '同意挂账' }),
    现场关阀核查: async (tools) => ({
      visitTime: moment(tools.now),
      valveAction: '关闭入户供回水阀并铅封',
      sealNo: `QF-0${i + 31}`,
      heatReading: '1286.000',
      sitePhotos: [await tools.file()],
      checkResult: '符合停用',
    }),
    区域经理审批: none,
    收费调整确认: async () => ({ adjustMode: '未出账按停用生成', adjustAmount: '0', notifyOwner: '微信' }),
  },
});

interface Ahead {
  readonly community: string;
  readonly room: string;
  readonly fee: string;
  readonly rate: string;
  readonly taxName: string;
  /** Periods that are billed ahead, and the last month of each. */
  readonly months: (now: Date) => readonly (readonly [string, string])[];
  /** Who pays, and what the invoice needs of them. */
  readonly payer: Readonly<Record<string, string>>;
  readonly reason: string;
  readonly payMode: string;
  /** How much of it has come in. */
  readonly received: (total: number) => string;
  readonly unpaidHandle: string;
}

const monthsOn = (now: Date, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => {
    const month = monthBefore(day(now), -(from + at));
    return [month, month] as const;
  });

/** The cooling season that begins in two months or later. */
function coolingAhead(now: Date): readonly (readonly [string, string])[] {
  const soonest = monthBefore(day(now), -2);
  const year = Number(soonest.slice(0, 4)) + (soonest.slice(5) > '06' ? 1 : 0);
  return [[`${year}-06`, `${year}-09`]];
}

const HOUSEHOLD = {
  community: '滨江花园',
  fee: '空调基本费',
  rate: '6',
  taxName: '*物业管理服务*空调运行费',
  payMode: '微信支付宝',
  received: (total: number) => total.toFixed(2),
  unpaidHandle: '已全额回款',
} as const;

const ofPerson = (name: string, phone: string) => ({
  customerType: '业主个人',
  invoiceKind: '数电普票',
  payerName: name,
  payerPhone: phone,
  buyerTitle: name,
  receiveEmail: 'owner@example.com',
});

/** Who asked for an invoice before they pay: a household for a quarter, a company for the season that its budget of this year pays, a household that is still looked at. */
const AHEAD: readonly Ahead[] = [
  {
    ...HOUSEHOLD,
    room: '1栋-301',
    payer: ofPerson('孙志强', '13900001016'),
    reason: '整季一次性缴费',
    months: (now) => monthsOn(now, 2, 4),
  },
  {
    community: '科创中心',
    room: 'A座-104',
    fee: '供冷费',
    rate: '9',
    taxName: '*供冷*供冷费',
    payer: {
      customerType: '租户企业',
      invoiceKind: '数电专票',
      payerName: '吴氏设计有限公司',
      payerPhone: '19600000244',
      buyerTitle: '吴氏设计有限公司',
      buyerTaxNo: '91310115MA1K4WSJ5X',
      buyerAddress: '上海市浦东新区创新路66号A座104室 021-58880104',
      buyerBank: '建设银行张江支行 31050161393600000104',
      receiveEmail: 'finance@example.com',
    },
    reason: '跨年预算需要',
    payMode: '银行转账',
    months: coolingAhead,
    received: (total) => (Math.round(total * 50) / 100).toFixed(2),
    unpaidHandle: '分次回款继续跟踪',
  },
  {
    ...HOUSEHOLD,
    room: '2栋-201',
    payer: ofPerson('朱文博', '13900001036'),
    reason: '客户内部付款流程要求',
    months: (now) => monthsOn(now, 2, 2),
  },
];

interface Wanted {
  readonly community: string;
  readonly room: string;
  readonly fee: string;
  readonly period: string;
}
interface Found {
  readonly rows: readonly { readonly value: string; readonly open: string }[];
}

const asked = async (driver: Driver, tools: Tools, account: string, path: string, input: object) =>
  driver.call(await tools.user(account), tools.now, 'POST', path, input);

async function findBills(driver: Driver, tools: Tools, { period, ...of }: Wanted): Promise<Found['rows']> {
  const bills = { Entity: 'bill', Keyword: period, PageIndex: 1, PageSize: 20, ...of };
  return ((await asked(driver, tools, CHARGER, '/webapi/Reference/Index', bills)) as Found).rows;
}

/**
 * A bill of a month to come for the one room that asked for it: made by one person, checked by another, and released by the clock when its month has come. Until
 * then it is neither owed nor income.
 */
async function billAhead(driver: Driver, tools: Tools, of: Wanted): Promise<Found['rows'][number]> {
  const { community, room, fee, period } = of;
  const as = (account: string, path: string, input: object) =>
    asked(driver, tools, account, path, input) as Promise<Record<string, unknown>>;
  const [known] = await findBills(driver, tools, of);
  if (known !== undefined) return known;
  const run = { communityIds: [community], feeIds: [fee], roomIds: [room], period };
  const { previewHash } = await as(CHARGER, '/pmsapi/Bill/Generate', { ...run, mode: 'preview' });
  const { batchId } = await as(CHARGER, '/pmsapi/Bill/Generate', { ...run, mode: 'run', previewHash });
  const sample = (await as(CHECKER, '/pmsapi/Bill/GetPage', { batch: batchId, seed: 'a' })) as {
    readonly rows?: readonly { readonly id: string }[];
  };
  const audit = (input: object) => as(CHECKER, '/pmsapi/Bill/Audit', { batchId, ...input });
  await audit({ action: 'check', billIds: sample.rows?.map(({ id }) => id) ?? [] });
  const { rows: runs } = (await as(CHECKER, '/pmsapi/Bill/Batches', { id: batchId })) as {
    readonly rows: readonly { readonly exceptions: readonly { readonly key: string; readonly level: string }[] }[];
  };
  const odd = runs[0]?.exceptions.filter(({ level }) => level === '需说明') ?? [];
  if (odd.length > 0) await audit({ action: 'note', notes: odd.map(({ key }) => ({ key, note: '已与客户核实' })) });
  await audit({ action: 'pass', opinion: '客户申请先开发票，单独提前出账' });
  await as(CHECKER, '/pmsapi/Bill/Release', { batchId, releaseAt: `${period}-01 08:00` });
  const [made] = await findBills(driver, tools, of);
  if (made === undefined) throw new Error('no bill was made ahead');
  return made;
}

const wantedOf = async (driver: Driver, tools: Tools, of: Ahead) => ({
  ...(await householdOf(driver, tools, of.room, of.community)),
  fee: await first(driver, tools, CHARGER, 'fee', { Keyword: of.fee }),
});

/** What was invoiced. The year of bills comes after the records, so that nothing else of the room is open yet. */
async function totalOf(driver: Driver, tools: Tools, of: Ahead): Promise<number> {
  const bills = await findBills(driver, tools, { ...(await wantedOf(driver, tools, of)), period: '' });
  return bills.reduce((sum, { open }) => sum + Number(open), 0);
}

const chargePreOpen = (of: Ahead, stage: Stage): Script => ({
  module: 'chargePreOpen',
  applicant: CHARGER,
  ...stage,
  async fields(tools, driver) {
    const { community, room, fee } = await wantedOf(driver, tools, of);
    const lines = [];
    for (const [period, feeTo] of of.months(tools.now)) {
      const bill = await billAhead(driver, tools, { community, room, fee, period });
      const { taxName, rate: taxRate } = of;
      lines.push({ room, fee, bill: bill.value, feeFrom: period, feeTo, taxName, amount: bill.open, taxRate });
    }
    return {
      community,
      mainRoom: room,
      ...of.payer,
      sellerUnit: '衡能示范公司',
      preReason: of.reason,
      planPayDate: day(tools.now, 12),
      payMode: of.payMode,
      promiseFile: [await tools.file()],
      invoiceRemark: `${of.room} ${of.fee} ${lines[0]?.feeFrom} 至 ${lines.at(-1)?.feeTo}`,
      lines,
    };
  },
  steps: {
    物业经理审核: none,
    区域经理审批: none,
    财务开票: async (tools) => ({
      invoiceNo: `2536${String(60_000_000 + tools.index * 7907)}`.padEnd(20, '0'),
      invoiceDate: day(tools.now),
      invoiceFile: [await tools.file()],
    }),
    回款核销: async (tools, driver) => ({
      receivedDate: day(tools.now),
      receivedAmount: of.received(await totalOf(driver, tools, of)),
      receiveVoucher: [await tools.file()],
      unpaidHandle: of.unpaidHandle,
    }),
  },
});

export const HOUSEHOLDS: readonly Script[] = [
  suspend(0, approved()),
  suspend(1, waiting(1)),
  ...AHEAD.map((of, i) => chargePreOpen(of, i === AHEAD.length - 1 ? waiting(1) : approved())),
];
