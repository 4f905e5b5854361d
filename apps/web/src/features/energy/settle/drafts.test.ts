import type { SettleReport } from '@hengneng/contracts';
import { expect, it } from 'vitest';
import { chargeDraft, settlementDraft } from './drafts.ts';

type Item = SettleReport['items'][number];
const item = (more: Partial<Item>): Item => ({
  kind: 'coldArea',
  fee: '供冷费',
  from: '2026-10-01',
  to: '2026-10-31',
  basis: '面积 × 季单价 × 供能天数 ÷ 供能季天数（5 ÷ 144 天）',
  quantity: '60000.00',
  unit: 'm²',
  price: '58.0000',
  coefficient: '0.0347',
  amount: '120833.33',
  taxRate: '9',
  net: '110856.27',
  tax: '9977.06',
  basisId: null,
  problem: null,
  ...more,
});

it('drafts what was cut to the fen: a share that four digits cannot say is one amount, with what makes it', () => {
  const report = {
    contract: { ContractCode: 'HT-1' },
    items: [
      item({}),
      item({ fee: '冷量计量费', unit: 'kWh', quantity: '1000', price: '0.75', coefficient: null, amount: '750.00' }),
      // 302.1234 GJ at three places would be 0.03 yuan less.
      item({ fee: '热量计量费', unit: 'GJ', quantity: '302.1234', price: '68', coefficient: null, amount: '20544.39' }),
      // A quarter of a year is said by its coefficient.
      item({ fee: '容量基本费', unit: 'kW', quantity: '100', price: '4', coefficient: '0.2500', amount: '100.00' }),
    ],
  } as unknown as SettleReport;
  const cut = {
    SettleNo: 'JS-1',
    from: '2026-10-01',
    to: '2026-10-31',
    amount: '1',
    note: '',
  } as SettleReport['cuts'][number];
  expect(settlementDraft(report, cut)['lines']).toMatchObject([
    {
      quantity: '1',
      lineUnit: '项',
      unitPrice: '120833.33',
      coefficient: '1',
      lineNote: '60000.00 m² × 58.0000 元，金额按 面积 × 季单价 × 供能天数 ÷ 供能季天数（5 ÷ 144 天）',
    },
    { quantity: '1000', lineUnit: 'kWh', unitPrice: '0.75', coefficient: '1' },
    { quantity: '1', lineUnit: '项', unitPrice: '20544.39' },
    { quantity: '100', lineUnit: 'kW', unitPrice: '4', coefficient: '0.2500' },
  ]);
  const water = item({ kind: 'water', unit: 'm³', quantity: '12.34567' });
  expect(chargeDraft({ ...report, items: [water] }, cut)).toMatchObject({ meterKind: '冷水', mainQuantity: '12.346' });
});
