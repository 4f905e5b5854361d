/** What the demo records of households say: who is not supplied for a while, who wants an invoice first. */
import type { Driver } from './driver.ts';
import { approved, day, first, moment, none, type Script, type Stage, type Tools, waiting } from './script.ts';

const CHARGER = 'cashier';

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

const PREPAID = [
  { room: '1栋-301', bill: 'ZD-EMC01001-0003', owner: '吴建平', amount: '3108.00' },
  { room: '2栋-201', bill: 'ZD-EMC01001-0006', owner: '马春燕', amount: '2758.00' },
] as const;

const chargePreOpen = (i: number, stage: Stage): Script => {
  const of = PREPAID[i % PREPAID.length] ?? PREPAID[0];
  return {
    module: 'chargePreOpen',
    applicant: CHARGER,
    ...stage,
    async fields(tools, driver) {
      const { community, room } = await householdOf(driver, tools, of.room);
      return {
        community,
        customerType: '业主个人',
        mainRoom: room,
        payerName: of.owner,
        payerPhone: '13900001021',
        sellerUnit: '衡能示范公司',
        invoiceKind: '数电普票',
        buyerTitle: of.owner,
        preReason: '整季一次性缴费',
        planPayDate: day(tools.now, 12),
        payMode: '微信支付宝',
        promiseFile: [await tools.file()],
        receiveEmail: 'owner@example.com',
        lines: [
          {
            room,
            fee: await first(driver, tools, CHARGER, 'fee', { Keyword: '采暖费' }),
            bill: await first(driver, tools, CHARGER, 'bill', { Keyword: of.bill }),
            feeFrom: day(tools.now).slice(0, 7),
            feeTo: day(tools.now, 100).slice(0, 7),
            taxName: '*供热*供暖费',
            amount: of.amount,
            taxRate: '9',
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
        receivedAmount: of.amount,
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
