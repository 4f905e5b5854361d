/** Sub-projects, contracts and order lines of the demo company's building works: what engineering forms point at. */
import { projectContract, purchaseOrderLine, subProject } from '@hengneng/forms';
import { sql } from 'kysely';
import { enter, SETUP } from '../engine/books/entries.ts';
import type { Tx } from '../platform/db/schema.ts';
import { NOTHING_YET } from './books/site.ts';
import { dayOf } from './books/source.ts';

/** Projects that are being rebuilt while they run, and the one under construction. */
const SITES = ['EMC01001', 'EMC02002', 'EMC03001', 'EMC04001', 'WB01001'] as const;

const DAY = 86_400_000;

interface Line {
  readonly goods: string;
  readonly spec: string;
  readonly unitName: string;
  readonly qty: number;
  readonly price: string;
  readonly kind: '设备' | '材料' | '施工';
}
interface Contract {
  readonly title: string;
  readonly kind: string;
  /** Name of the supplier. */
  readonly with: string;
  readonly taxRate: string;
  readonly prepayRate: string;
  readonly days: number;
  readonly lines: readonly Line[];
}

const line = (kind: Line['kind'], goods: string, spec: string, unitName: string, qty: number, price: string): Line => ({
  kind,
  goods,
  spec,
  unitName,
  qty,
  price,
});

const CONTRACTS: readonly Contract[] = [
  {
    title: '循环水泵供货',
    kind: '辅机设备',
    with: '同力水泵机械有限公司',
    taxRate: '13',
    prepayRate: '20',
    days: 45,
    lines: [
      line('设备', '冷冻水循环泵', '450m³/h 32m 55kW 变频', '台', 3, '68000.0000'),
      line('设备', '冷却水循环泵', '600m³/h 28m 75kW', '台', 3, '76000.0000'),
    ],
  },
  {
    title: '制冷机房管道与设备安装',
    kind: '安装施工',
    with: '通达管道安装有限公司',
    taxRate: '9',
    prepayRate: '0',
    days: 90,
    lines: [
      line('施工', '无缝钢管安装', 'DN300 含焊接试压', '米', 420, '580.0000'),
      line('施工', '橡塑保温', '40mm 含外护', 'm²', 900, '125.0000'),
      line('施工', '水泵就位安装', '含减震与找正', '台', 6, '4200.0000'),
    ],
  },
];

const amountOf = (contract: Contract): string =>
  contract.lines.reduce((sum, each) => sum + each.qty * Number(each.price), 0).toFixed(2);

export async function seedEngineering(tx: Tx, now: Date): Promise<void> {
  const day = (days: number): string => dayOf(new Date(now.getTime() + days * DAY));
  const { rows } = await sql<{ id: string; name: string }>`select id::text, name from supplier`.execute(tx);
  const supplier = new Map(rows.map((row) => [row.name, row.id]));
  for (const project of SITES) {
    const [room = ''] = await enter(
      tx,
      subProject,
      [
        {
          project,
          name: '制冷机房节能改造',
          kind: '机房安装',
          weight: '70',
          budget: '3600000.00',
          planStart: day(-40),
          planEnd: day(80),
          state: '招标',
        },
        {
          project,
          name: '冷却塔更换',
          kind: '冷却塔',
          weight: '30',
          budget: '860000.00',
          planStart: day(20),
          planEnd: day(110),
          state: '前期',
        },
      ],
      SETUP,
    );
    for (const [at, contract] of CONTRACTS.entries()) {
      const document = `GC-${project}-${String(at + 1).padStart(2, '0')}`;
      const common = { document, project, subProject: room, supplier: supplier.get(contract.with) ?? '' };
      const [id = ''] = await enter(
        tx,
        projectContract,
        [
          {
            ...common,
            title: contract.title,
            kind: contract.kind,
            amount: amountOf(contract),
            taxRate: contract.taxRate,
            signDate: day(-35),
            startDate: day(-30),
            endDate: day(-30 + contract.days),
            durationDays: contract.days,
            retentionRate: '5',
            prepayRate: contract.prepayRate,
            prepayOffsetRate: '30',
            warrantyMonths: 24,
            state: '履行中',
          },
        ],
        SETUP,
      );
      await enter(
        tx,
        purchaseOrderLine,
        contract.lines.map((each) => ({
          ...common,
          contract: id,
          kind: each.kind,
          goods: each.goods,
          spec: each.spec,
          unitName: each.unitName,
          orderQty: each.qty.toFixed(3),
          price: each.price,
          arriveBy: day(-30 + contract.days),
          ...NOTHING_YET,
        })),
        SETUP,
      );
    }
  }
}
