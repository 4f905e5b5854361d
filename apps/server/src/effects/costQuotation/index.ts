/** 成本报价: what inquiries and estimates leave for those who price the next project. */
import { estimateDetail, supplierQuote, unitEngineeringPrice } from '@hengneng/forms';
import type { CostQuotationInquiry, projectEstimatedCost } from '@hengneng/forms';
import { Big } from 'big.js';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { invalid } from '../../platform/http/errors.ts';
import { positive } from '../books/money.ts';
import { dayOf } from '../books/source.ts';
import { addMonths } from '../contractManage/instalments.ts';
import { effect } from '../kit/effect.ts';

type Inquiry = Recorded<typeof CostQuotationInquiry>;
type Estimate = Recorded<typeof projectEstimatedCost>;

const UNACCEPTABLE = '负偏离不可接受';

/** How long an estimated price is worth looking at. */
const ESTIMATE_MONTHS = 12;

const inquiryEffects: EffectsOf<'CostQuotationInquiry', Inquiry> = {
  'CostQuotationInquiry.checkQuotes': effect(({ record }) => {
    const seen = new Set<string>();
    for (const [index, row] of record.quotes.entries()) {
      if (seen.has(row.supplier))
        throw invalid([{ path: `quotes[${index}].supplier`, message: '同一供应商只能报一次价，请合并' }]);
      seen.add(row.supplier);
    }
  }),
  'CostQuotationInquiry.checkChoice': effect(({ record }) => {
    const acceptable = new Set(record.quotes.filter((row) => row.deviate !== UNACCEPTABLE).map((row) => row.supplier));
    for (const [path, supplier, name] of [
      ['finalSupplier', record.finalSupplier, '推荐'],
      ['backupSupplier', record.backupSupplier, '备选'],
    ] as const)
      if (supplier !== null && !acceptable.has(supplier))
        throw invalid([{ path, message: `${name}供应商须在报价单位之中，且技术偏离可接受` }]);
  }),
  'CostQuotationInquiry.priceLibrary': effect(async ({ record, now, book }) => {
    const chosen = record.quotes.find((row) => row.supplier === record.finalSupplier);
    await book(
      unitEngineeringPrice,
      ...record.finals.flatMap((row) => {
        const item = record.items.find((each) => each.itemName === row.finalItem);
        return item === undefined || !positive(row.finalUnitPrice)
          ? []
          : [
              {
                section: item.category,
                name: item.itemName,
                spec: item.spec,
                brand: chosen?.brand ?? null,
                unit: item.itemUnit,
                unitPrice: row.finalUnitPrice,
                taxRate: chosen?.taxRate ?? null,
                priceKind: '询价' as const,
                city: record.projectCity,
                project: record.project,
                supplier: record.finalSupplier,
                priceDate: dayOf(now),
                validTo: chosen?.validTo ?? null,
              },
            ];
      }),
    );
  }),
  'CostQuotationInquiry.supplierQuotes': effect(async ({ record, book }) => {
    await book(
      supplierQuote,
      ...record.quotes.map((row) => ({
        inquiry: record.id,
        inquiryName: record.inquiryName,
        inquiryType: record.inquiryType,
        project: record.project,
        supplier: row.supplier,
        brand: row.brand,
        quoteTotal: row.quoteTotal,
        compareTotal: row.compareTotal,
        leadDays: row.leadDays,
        warranty: row.warranty,
        deviate: row.deviate,
        validTo: row.validTo,
        files: row.quoteFile,
        chosen:
          row.supplier === record.finalSupplier
            ? ('中选' as const)
            : row.supplier === record.backupSupplier
              ? ('备选' as const)
              : ('未中选' as const),
      })),
    );
  }),
};

/** What a price that was not looked up in the library says of itself. */
const PRICE_KIND = { 询价单: '询价', 历史合同: '合同价', 定额: '信息价', 估算: '估算' } as const;

const installPrice = (row: Estimate['works'][number]): string =>
  Big(row.laborPrice ?? 0)
    .plus(row.machinePrice ?? 0)
    .toFixed(4);

const estimateEffects: EffectsOf<'projectEstimatedCost', Estimate> = {
  'projectEstimatedCost.details': effect(async ({ record, book, find, setEntry }) => {
    const of = { project: record.project, consult: record.consult, stage: record.stage };
    for (const each of await find(estimateDetail, { ...of, current: true }))
      await setEntry(estimateDetail, each.id, { current: false });
    await book(
      estimateDetail,
      ...record.works.map((row) => ({
        ...of,
        estimate: record.id,
        versionNo: record.versionNo,
        current: true,
        work: row.workKind,
        content: row.workContent,
        unit: row.workUnit,
        quantity: row.quantity,
        materialPrice: row.materialPrice,
        laborPrice: installPrice(row),
        amount: row.workAmount,
        priceSource: row.priceSource,
      })),
    );
  }),
  'projectEstimatedCost.priceLibrary': effect(async ({ record, now, book }) => {
    const priceDate = dayOf(now);
    const validTo = addMonths(priceDate, ESTIMATE_MONTHS);
    await book(
      unitEngineeringPrice,
      ...record.works.flatMap((row) =>
        row.priceSource === '价格库'
          ? []
          : [
              {
                section: row.workKind,
                name: row.workContent,
                unit: row.workUnit,
                materialPrice: row.materialPrice,
                laborPrice: installPrice(row),
                unitPrice: Big(row.materialPrice).plus(installPrice(row)).toFixed(4),
                priceKind: PRICE_KIND[row.priceSource],
                project: record.project,
                priceDate,
                validTo,
              },
            ],
      ),
    );
  }),
  'projectEstimatedCost.control': effect(async ({ record, set }) => {
    if (record.stage === '签约预算' && record.project !== null)
      await set('project', record.project, { engineering_budget: record.totalInvest });
  }),
};

export const costQuotationEffects = { ...inquiryEffects, ...estimateEffects };
