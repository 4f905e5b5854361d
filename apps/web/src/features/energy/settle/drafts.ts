/** What a cut brings into the drafts of settlements: the figures as they were cut, nothing of one's own. */
import type { SettleReport } from '@hengneng/contracts';
import { exact, exactText, times } from '@hengneng/energy/measuring';

type Cut = SettleReport['cuts'][number];
type Item = SettleReport['items'][number];

/** As the report calls what was adjusted after a month was locked. */
const ADJUSTED = '用量调整';
const MONTHLY = 32;
const DAY = 86_400_000;

const isMonth = ({ from, to }: Cut): boolean => (Date.parse(to) - Date.parse(from)) / DAY < MONTHLY;

/** A quantity of a form has three places; more are refused. */
const placed = (quantity: string): string => (/\.\d{4}/.test(quantity) ? exactText(exact(quantity), 3) : quantity);

/** The form multiplies: what a share of a season (5 of 144 days) or a converted quantity makes of it may not be what was cut. */
const multipliesOut = ({ quantity, price, coefficient, amount }: Item): boolean =>
  quantity !== null &&
  price !== null &&
  amount !== null &&
  exactText(times(times(exact(placed(quantity)), exact(price)), exact(coefficient ?? '1')), 2) ===
    exactText(exact(amount), 2);

/** 「60000.00 m² × 58.0000 元，」: what the whole amount is made of. */
const madeOf = ({ quantity, unit, price }: Item): string =>
  quantity === null || price === null ? '' : `${quantity} ${unit} × ${price} 元，`;

const lineOf = (item: Item) => ({
  feeItem: item.fee,
  ...(!multipliesOut(item)
    ? // The document, or the cut, says the whole amount.
      {
        quantity: '1',
        lineUnit: '项',
        unitPrice: item.amount,
        coefficient: '1',
        lineNote: `${madeOf(item)}金额按 ${item.basis}`,
      }
    : {
        quantity: item.quantity === null ? null : placed(item.quantity),
        lineUnit: item.unit,
        unitPrice: item.price,
        coefficient: item.coefficient ?? '1',
      }),
  ...(item.taxRate === null ? {} : { taxRate: item.taxRate }),
  ...(item.basisId === null ? {} : { basis: item.basisId }),
});

/** 用户结算: the fees of the cut. Basis, tax rate and terms of payment are filled in there. */
export const settlementDraft = (report: SettleReport, cut: Cut): Readonly<Record<string, unknown>> => ({
  contract: report.contract.ContractCode,
  ...(isMonth(cut) ? { settleKind: '月度结算' } : {}),
  settleMonth: cut.to.slice(0, 7),
  periodStart: cut.from,
  periodEnd: cut.to,
  settleNote: `截账 ${cut.SettleNo}，${cut.from} 至 ${cut.to}，合计 ${cut.amount} 元${cut.note === '' ? '' : `；${cut.note}`}`,
  lines: report.items.filter(({ amount, fee }) => amount !== null && fee !== ADJUSTED).map(lineOf),
  adjusts: report.items.flatMap(({ amount, fee, basis, taxRate }) =>
    amount === null || fee !== ADJUSTED
      ? []
      : [
          {
            adjustKind: '上期补差',
            adjustAmount: amount,
            adjustBasis: basis,
            ...(taxRate === null ? {} : { adjustTaxRate: taxRate }),
          },
        ],
  ),
});

const KINDS: Readonly<Record<string, { readonly meterKind: string; readonly quantityUnit: string }>> = {
  cold: { meterKind: '冷量', quantityUnit: 'kWh' },
  heat: { meterKind: '热量', quantityUnit: 'kWh' },
  electric: { meterKind: '电', quantityUnit: 'kWh' },
  water: { meterKind: '冷水', quantityUnit: 'm³' },
  hotWater: { meterKind: '卫生热水', quantityUnit: 'm³' },
  steam: { meterKind: '蒸汽', quantityUnit: 't' },
};

/** 计量收费: the main meter's quantity of the first fee that is measured; tenants' meters are read there. */
export const chargeDraft = (report: SettleReport, cut: Cut): Readonly<Record<string, unknown>> => {
  const item = report.items.find(({ kind, unit }) => KINDS[kind]?.quantityUnit === unit);
  return {
    contract: report.contract.ContractCode,
    chargeMonth: cut.to.slice(0, 7),
    periodStart: cut.from,
    periodEnd: cut.to,
    ...(item?.quantity == null ? {} : { ...KINDS[item.kind], mainQuantity: placed(item.quantity) }),
  };
};
