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

const householdOf = async (driver: Driver, tools: Tools, Keyword: string) => ({
  community: await first(driver, tools, CHARGER, 'community', { Keyword: '滨江花园' }),
  room: await first(driver, tools, CHARGER, 'room', { Keyword }),
});

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
      ownerName: i === 0 ? '胡雪琴' : '朱文博',
      ownerPhone: '13900001049',
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

/** Households that pay ahead once they have an invoice. */
const PREPAID = [
  { room: '1栋-301', owner: '吴建平', monthly: '133.20' },
  { room: '2栋-201', owner: '马春燕', monthly: '118.20' },
] as const;

interface Found {
  readonly rows: readonly { readonly value: string; readonly open: string; readonly month: string }[];
}

/** Months from the filing to the bill: later than any that the demo's year of bills gets to. */
const AHEAD = 3;

/** The bill of a month to come, which is made for those who pay ahead: by one, checked and released by another, as every run. */
async function billAhead(
  driver: Driver,
  tools: Tools,
  of: { community: string; room: string; fee: string },
): Promise<Found['rows'][number]> {
  const as = async (account: string, path: string, input: object) =>
    driver.call(await tools.user(account), tools.now, 'POST', path, input) as Promise<Record<string, unknown>>;
  const find = async () =>
    (
      (await as(CHARGER, '/webapi/Reference/Index', {
        Entity: 'bill',
        Keyword: '',
        PageIndex: 1,
        PageSize: 1,
        ...of,
      })) as unknown as Found
    ).rows[0];
  const known = await find();
  if (known !== undefined) return known;
  const run = { communityIds: [of.community], feeIds: [of.fee], period: monthBefore(day(tools.now), -AHEAD) };
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
  await audit({ action: 'pass', opinion: '预开票客户提前出账' });
  await as(CHECKER, '/pmsapi/Bill/Release', { batchId });
  const made = await find();
  if (made === undefined) throw new Error('no bill was made ahead');
  return made;
}

const chargePreOpen = (i: number, stage: Stage): Script => {
  const of = PREPAID[i % PREPAID.length] ?? PREPAID[0];
  return {
    module: 'chargePreOpen',
    applicant: CHARGER,
    ...stage,
    async fields(tools, driver) {
      const { community, room } = await householdOf(driver, tools, of.room);
      const fee = await first(driver, tools, CHARGER, 'fee', { Keyword: '空调基本费' });
      const bill = await billAhead(driver, tools, { community, room, fee });
      return {
        community,
        customerType: '业主个人',
        mainRoom: room,
        payerName: of.owner,
        payerPhone: '13900001021',
        sellerUnit: '衡能示范公司',
        invoiceKind: '数电普票',
        buyerTitle: of.owner,
        preReason: '客户内部付款流程要求',
        planPayDate: day(tools.now, 12),
        payMode: '微信支付宝',
        promiseFile: [await tools.file()],
        receiveEmail: 'owner@example.com',
        lines: [
          {
            room,
            fee,
            bill: bill.value,
            feeFrom: bill.month,
            feeTo: bill.month,
            taxName: '*物业管理服务*空调运行费',
            amount: bill.open,
            taxRate: '6',
          },
        ],
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
      回款核销: async (tools) => ({
        receivedDate: day(tools.now),
        receivedAmount: of.monthly,
        receiveVoucher: [await tools.file()],
        unpaidHandle: '已全额回款',
      }),
    },
  };
};

export const HOUSEHOLDS: readonly Script[] = [
  suspend(0, approved()),
  suspend(1, waiting(1)),
  chargePreOpen(0, approved()),
  chargePreOpen(1, waiting(1)),
];
