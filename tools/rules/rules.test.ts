/**
 * Every rule of every definition speaks when it should, where it should, in these words, and is silent next to that. What it says and when stands
 * in `cases/`, apart from the definitions: a condition turned round, a bound that moved or a word that changed is noticed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { type CompiledRule, fieldPath, type FormRecord } from '@hengneng/form-kit';
import { describe, expect, it } from 'vitest';
import { compiledForms } from '../forms.ts';
import { casesPath, departures, laidOver, type ModuleCase, readCases } from './cases.ts';
import { Search, SEEDS } from './search.ts';

const forms = compiledForms();
const cases = new Map<string, readonly ModuleCase[]>();
for (const area of new Set(forms.map((form) => form.identity.area))) {
  const all = existsSync(casesPath(area)) ? readCases(readFileSync(casesPath(area), 'utf8')) : [];
  for (const [module, own] of Map.groupBy(all, (one) => one.module)) cases.set(module, own);
}

/** Rules whose breach always breaks one of others, too: what is said besides. */
const NEVER_ALONE: Readonly<Record<string, readonly string[]>> = {
  // A negative number of days leaves no room for any day of travelling.
  'EMCTechnicalSupportTravel 返回日期不能早于出发日期': ['出差天数不能大于往返日期之间的天数'],
  // Who pays a rent pays for months, and whoever does has the period checked as well.
  'staffRent 租金支付期间必须在租期之内': ['支付租金时，本次支付月数必须大于0', '支付期间超出租约，请核对'],
  // Nothing lies between an end and a later beginning.
  'systemMaintenance 计划完成日期不能早于开始日期': ['工作项计划日期应在维护计划起止之间'],
  'systemMaintenanceFeedback 实际完成日期不能早于实际开始日期': ['工作项完成日期应在实际起止日期之间'],
  'projectInspectionCheck 离开时间必须晚于到达时间': ['扫码时间应在到达和离开时间之间'],
  'EMCOperateContract 合同结束必须晚于合同开始': [
    '至少填写一条计费单价',
    '单价执行止不能早于执行起',
    '单价执行期不能超出合同期',
  ],
  // What is left is less than nothing, and so than anything that is set off against it.
  'expenseReimbursement 核减金额不能大于报销总额': ['冲抵借款大于核定报销额，请调整冲抵金额'],
  'paymentReceived 核销合计大于可核销金额': [
    '全部核销时核销合计须等于可核销金额',
    '请核对核销金额与余款',
    '核销金额超过未收余额',
    '全部转预收不能填写核销明细',
  ],
  'cancelSettlement 累计取消不能大于原应收金额': ['全部取消后应收应为零', '部分取消后应收应大于零，否则请选全部取消'],
  // Without rows their sum is nothing.
  'energySavingEvaluation 有非常规修正量请填写修正说明': ['非常规修正说明合计与分能源修正量不一致'],
  'payMoney 请选择核销发票': ['申请金额必须等于核销发票减抵扣预付减扣罚款'],
  // The field is required while it shows, and says so itself.
  'paymentReceived 认领时请选择项目和合同': ['请选择认领合同'],
  'waterProcurement 合同金额超过上年水处理费用30%，须填写费用上升说明': ['请填写费用上升说明'],
};

interface Broken {
  readonly record: FormRecord;
  /** Messages other than the rule's own. */
  readonly besides: readonly string[];
  /** Paths at which the rule's own message stands. */
  readonly at: readonly string[];
}

/** A valid record in which a rule is broken, and nothing else that may not be. */
function brokenIn(
  search: Search,
  rule: CompiledRule,
  error: string,
  breaks: FormRecord,
  may: readonly string[],
): Broken {
  const { form } = search;
  const { record, errors } = search.breaking(rule, laidOver(form, rule, search.valid(rule.step), breaks), may);
  return {
    record,
    besides: errors.map((each) => each.message).filter((message) => message !== error && !may.includes(message)),
    at: errors.filter((each) => each.message === error).map((each) => each.path),
  };
}

describe.each(forms.filter((form) => form.rules.length > 0).map((form) => [form.identity.title, form] as const))(
  '%s',
  (_, form) => {
    const own = cases.get(form.id) ?? [];

    it('says what its cases say (npm run gen:rule-cases)', () => {
      expect(form.rules.map((rule) => rule.shape.error)).toEqual(own.map((one) => one.error));
      const wrong = form.rules.flatMap((rule, index) => {
        const one = own[index];
        return one === undefined ? [] : departures(form, rule, one);
      });
      expect(wrong).toEqual([]);
    });

    it('says each of them of a record that lacks nothing else, at a place that people see', () => {
      const searches = SEEDS.map((seed) => new Search(form, seed));
      for (const [index, rule] of form.rules.entries()) {
        const one = own[index];
        const [way] = one?.ways ?? [];
        if (one === undefined || way === undefined) continue;
        const name = `${form.id} ${one.error}`;
        const may = NEVER_ALONE[name] ?? [];
        let broken: Broken | undefined;
        for (const search of searches)
          if (broken === undefined || broken.besides.length > 0)
            broken = brokenIn(search, rule, one.error, way.breaks, may);
        expect(broken?.besides, name).toEqual([]);
        expect(broken?.at.map(fieldPath), name).toContain(fieldPath(way.at));
        const hidden = broken?.at.filter((path) => !form.visible(broken.record, path));
        expect(hidden, name).toEqual([]);
      }
    });
  },
);
