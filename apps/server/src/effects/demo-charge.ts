/** Communities of the demo company whose households are charged, with their rooms, fees and the bills of this season. */
import { bill, community, fee, room } from '@hengneng/forms';
import { enter, SETUP } from '../engine/books/entries.ts';
import type { Tx } from '../platform/db/schema.ts';
import { dayOf, monthOf } from './books/source.ts';

const DAY = 86_400_000;

const FEES = [
  ['供冷费', '供冷费', '24.0000', '元/m²·季', '9'],
  ['采暖费', '采暖费', '28.0000', '元/m²·季', '9'],
  ['空调基本费', '空调基本费', '1.2000', '元/m²·月', '6'],
  ['计量费', '计量费', '0.6800', '元/kWh', '9'],
  ['生活热水费', '生活热水费', '32.0000', '元/t', '9'],
] as const;

const COMMUNITIES = [
  { name: '滨江花园', project: 'EMC01001', address: '滨江路18号', buildings: ['1栋', '2栋'] },
  { name: '科创中心', project: 'EMC01002', address: '创新路66号', buildings: ['A座'] },
] as const;

const OWNERS = ['陈立新', '周晓梅', '吴建平', '郑丽华', '孙志强', '马春燕', '朱文博', '胡雪琴'] as const;

export async function seedCharge(tx: Tx, now: Date): Promise<void> {
  const fees = await enter(
    tx,
    fee,
    FEES.map(([name, kind, unitPrice, priceUnit, taxRate]) => ({
      name,
      kind,
      unitPrice,
      priceUnit,
      taxRate,
      state: '启用' as const,
    })),
    SETUP,
  );
  const day = (days: number): string => dayOf(new Date(now.getTime() + days * DAY));
  let nth = 0;
  for (const { buildings, ...of } of COMMUNITIES) {
    const [id = ''] = await enter(tx, community, [{ ...of, company: '衡能能源管理有限公司' }], SETUP);
    const rooms = buildings.flatMap((building) =>
      ['101', '201', '301', '401'].map((no, at) => ({
        community: id,
        project: of.project,
        roomName: `${building}-${no}`,
        ownerName: OWNERS[(nth + at) % OWNERS.length] ?? '',
        ownerPhone: `1390000${String(1000 + nth++ * 7 + at)}`,
        chargeArea: (86 + at * 12.5).toFixed(2),
        basicPrice: '1.2000',
        state: '自住' as const,
      })),
    );
    const ids = await enter(tx, room, rooms, SETUP);
    await enter(
      tx,
      bill,
      rooms.map((each, at) => {
        const amount = (Number(each.chargeArea) * 28).toFixed(2);
        const paid = at % 3 === 0;
        return {
          billNo: `ZD-${of.project}-${String(at + 1).padStart(4, '0')}`,
          project: of.project,
          community: id,
          room: ids[at] ?? '',
          fee: fees[1] ?? '',
          month: monthOf(now),
          periodFrom: day(-10),
          periodTo: day(110),
          quantity: each.chargeArea,
          unitPrice: '28.0000',
          amount,
          paid: paid ? amount : '0.00',
          dueOn: day(at % 3 === 1 ? -3 : 20),
          state: paid ? ('已缴' as const) : ('未缴' as const),
        };
      }),
      SETUP,
    );
  }
}
