/**
 * Records of very different modules by the people whose turn it is, to the end and beyond: sent back to an earlier step, mended, straight
 * back to whoever sent it, found in the list, on paper and in the workbook with the right values, and in what it changes elsewhere.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PEOPLE } from '../apps/server/src/modules/demo/company.ts';
import { answer, answerAll } from './fields.ts';
import { act, addressOf, settled, standing } from './form-steps.ts';
import {
  addRow,
  agree,
  asHandler,
  cellOf,
  changesOf,
  exportOne,
  findInList,
  printOne,
  section,
  sendBack,
  serialOf,
  shown,
  table,
} from './records.ts';
import { activePane, launch, withSession } from './support.ts';

const LIMIT = 300_000;
const unique = Date.now().toString().slice(-8);
const dayIn = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
const today = dayIn(0);
const month = today.slice(0, 7);

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const personOf = (account: string): string => PEOPLE.find((one) => one.account === account)?.name ?? account;
const number = (text: string | null): number => Number((text ?? '').replace(/[^\d.-]/g, ''));
const numberOf = async (page: Page, key: string): Promise<number> => number(await shown(page, key).textContent());

const CLAIM = '/formFlow/payment/expenseReimbursement/expenseReimbursement';
const LOAN = '/formFlow/payment/borrowing/borrowing';

/** What the books say to the person before the next claim: what the loans leave, and the budget of a subject. */
const claimBooks = async (page: Page): Promise<{ readonly loan: number; readonly budget: number }> => {
  await page.goto(`${CLAIM}Form?ProcedureId=2907`);
  await answerAll(page, section(page), { 费用承担主体: '部门', 预算月份: month });
  await addRow(page, '费用明细', { 资金科目: '办公通讯', 金额: '1' });
  await expect.poll(() => cellOf(page, '费用明细', 0, '科目可用预算')).toMatch(/\d/);
  return { loan: await numberOf(page, 'openLoan'), budget: number(await cellOf(page, '费用明细', 0, '科目可用预算')) };
};

it('a claim with its loan: borrowed, claimed, offset, sent back, paid, booked', { timeout: LIMIT }, async () => {
  const maker = await withSession(browser, 'engineer3');
  const { page } = maker;

  await page.goto(`${LOAN}Form?ProcedureId=2906`);
  await answerAll(page, section(page), { 业务类型: '借款', 借款类别: '零星采购借款' });
  await answerAll(page, section(page), {
    借款事由: '机房备件',
    预算月份: month,
    预计清账日期: dayIn(30),
    收款方式: '转账至借款人',
    收款户名: '傅长歌',
    开户行: '工商银行',
    收款账号: '6222021200000009',
  });
  await addRow(page, '用款计划', { 用途: '材料配件', 地点或对象: '五金市场', 预计使用日期: today, 金额: '1000' });
  await shown(page, 'applyTotal').getByText('1,000.00').waitFor();
  await act(page, '提交', '已提交');
  const loan = addressOf(page);
  const loanSerial = await serialOf(page);
  const lent = await asHandler(browser, page, 'areaManager3', loan);
  await agree(lent.page, '同意借款');
  const checked = await asHandler(browser, lent.page, 'finance', loan);
  await answerAll(checked.page, section(checked.page), { 核定金额: '1000', 往来科目: '其他应收款-个人借款' });
  await agree(checked.page, '额度内');
  const paid = await asHandler(browser, checked.page, 'cashier', loan);
  await answerAll(paid.page, section(paid.page), {
    收付款日期: today,
    '实付(收)金额': '1000',
    流水号或现金凭证号: `JK${unique}`,
    回单或收据: '借款回单.png',
  });
  await agree(paid.page, '已付');
  expect((await standing(paid.page)).status).toBe('已通过');
  for (const one of [lent, checked, paid]) await one.context.close();

  const before = await claimBooks(page);
  expect(before.loan).toBe(1000);

  await page.goto('/main');
  await page.goto(`${CLAIM}Form?ProcedureId=2907`);
  await answerAll(page, section(page), {
    报销类别: '办公通讯',
    费用承担主体: '部门',
    预算月份: month,
  });
  // Known from the person's own file, so nobody types it.
  expect(await shown(page, 'receiveNo').textContent()).toMatch(/^\d{8,}$/);
  await addRow(page, '费用明细', {
    发生日期: today,
    资金科目: '办公通讯',
    费用项: '办公用品',
    地点或起讫: '项目办公室',
    事由: '打印耗材',
    金额: '1500',
    票据: '有发票',
  });
  await addRow(page, '票据明细', {
    票种: '数电专票',
    销方名称: '恒信办公用品有限公司',
    销方税号: '92310115MA1K00009X',
    发票号码: `2632${unique}`,
    开票日期: today,
    不含税金额: '1415.09',
    税额: '84.91',
    票据影像: '发票.png',
  });
  await addRow(page, '冲抵借款', { 借款单: loanSerial, 本次冲抵: '1000' });
  expect(number(await cellOf(page, '冲抵借款', 0, '可冲余额'))).toBe(1000);
  await shown(page, 'claimTotal').getByText('1,500.00').waitFor();
  await activePane(page).locator('[data-path="claimTotal"]').getByText('壹仟伍佰元整').waitFor();
  await shown(page, 'deductTaxTotal').getByText('84.91').waitFor();
  await shown(page, 'payTotal').getByText('500.00').waitFor();
  await act(page, '提交', '已提交');
  const claim = addressOf(page);
  const serial = await serialOf(page);

  const manager = await asHandler(browser, page, 'areaManager3', claim);
  await agree(manager.page, '属实');
  const finance = await asHandler(browser, manager.page, 'finance', claim);
  await sendBack(finance.page, '退回申请人', '少报一张退货单，请更正金额');

  await page.goto(claim);
  await activePane(page).locator('.form-title .tag', { hasText: '已退回' }).waitFor();
  await activePane(page).getByText('少报一张退货单，请更正金额').first().waitFor();
  await table(page, '费用明细').getByRole('button', { name: '编辑第1行' }).click();
  await answer(page, table(page, '费用明细').locator('tbody tr').first(), '金额', '1400');
  await settled(page);
  await shown(page, 'payTotal').getByText('400.00').waitFor();
  await act(page, '提交', '已提交');
  // Straight back: the area manager is not asked again.
  expect((await standing(page)).handlers).toEqual([personOf('finance'), personOf('finance2')]);

  const again = await asHandler(browser, page, 'finance', claim);
  // What somebody changed, and what followed from it.
  expect(await changesOf(again.page)).toEqual([
    ['费用明细第1行·金额', '1,500.00 元', '1,400.00 元'],
    ['费用合计', '1,500.00 元', '1,400.00 元'],
    ['报销总额', '1,500.00 元', '1,400.00 元'],
    ['核定报销额', '1,500.00 元', '1,400.00 元'],
    ['应付报销人', '500.00 元', '400.00 元'],
  ]);
  await answerAll(again.page, section(again.page), { 票据查验: '部分剔除已核减', 会计科目: '管理费用' });
  await addRow(again.page, '核减明细', { 资金科目: '办公通讯', 核减金额: '100', 核减原因: '超标准' });
  await shown(again.page, 'approvedTotal').getByText('1,300.00').waitFor();
  await agree(again.page, '核减100元');
  const cashier = await asHandler(browser, again.page, 'cashier', claim);
  await answerAll(cashier.page, section(cashier.page), {
    付款日期: today,
    实付金额: '299.99',
    银行流水号: `BX${unique}`,
  });
  await expect(agree(cashier.page, '已付')).rejects.toThrow('实付金额须等于应付报销人金额');
  await answer(cashier.page, section(cashier.page), '实付金额', '300');
  await agree(cashier.page, '已付');
  expect(await standing(cashier.page)).toEqual({ status: '已通过', handlers: [] });

  expect(await claimBooks(page)).toEqual({ loan: 0, budget: before.budget - 1300 });

  const row = await findInList(finance.page, `${CLAIM}List`, serial);
  for (const text of ['1,400.00', '100.00', '1,300.00', '1,000.00', '300.00', '已通过'])
    await row.getByText(text, { exact: true }).first().waitFor();
  expect(await exportOne(finance.page)).toMatchObject({
    单号: serial,
    报销人: personOf('engineer3'),
    报销类别: '办公通讯',
    成本归属月: month,
    '报销总额（元）': 1400,
    '核减合计（元）': 100,
    '核定报销额（元）': 1300,
    '冲抵借款合计（元）': 1000,
    '应付报销人（元）': 300,
    付款日期: new Date(today),
    状态: '已通过',
  });
  const paper = await printOne(finance.page);
  for (const text of [serial, '壹仟叁佰元整', '打印耗材', '核减100元', '少报一张退货单，请更正金额'])
    expect(paper).toContain(text);
  for (const one of [maker, manager, finance, again, cashier]) {
    expect(one.failures).toEqual([]);
    await one.context.close();
  }
});

const METER = '冷却塔电表';
const METERS = '/formFlow/settlementResource/electricityMeter/electricityMeter';

it('meter readings: worked out from the last ones, signed by the customer, kept as the next ones’ start', {
  timeout: LIMIT,
}, async () => {
  const maker = await withSession(browser, 'operator');
  const { page } = maker;
  await page.goto(`${METERS}Form?ProcedureId=3103`);
  await answerAll(page, section(page), {
    项目: '浦江国际大厦项目',
    结算月份: '2024-03',
    起始日期: '2024-03-01',
    截止日期: '2024-03-31',
    抄表时间: '2024-03-31 17:30',
    客户或供电方抄表人: '赵工',
    电价方式: '单一电价',
    结算电价: '0.82',
    电表照片: '电表.png',
  });
  await addRow(page, '电表读数', { 电表: METER, 电费承担方: '我方承担' });
  await expect.poll(() => cellOf(page, '电表读数', 0, '上期止码')).toMatch(/\d/);
  const previous = number(await cellOf(page, '电表读数', 0, '上期止码'));
  const ratio = number(await cellOf(page, '电表读数', 0, '互感器倍率'));
  expect(ratio).toBeGreaterThan(1);
  const row = table(page, '电表读数').locator('tbody tr').first();
  await answer(page, row, '本期止码', String(previous - 1));
  await settled(page);
  await expect(act(page, '提交', '已提交')).rejects.toThrow(/本期止码小于上期止码/);
  await answer(page, row, '本期止码', (previous + 100).toFixed(2));
  await settled(page);
  const used = ratio * 100;
  await expect.poll(() => numberOf(page, 'usedTotal')).toBe(used);
  // More than three percent from the bill: the form asks why, and the area manager is asked as well.
  const bill = (used * 1.05).toFixed(1);
  await answerAll(page, section(page), { 供电账单电量: bill, 差异与异常说明: '账单含线损' });
  await settled(page);
  await expect.poll(() => numberOf(page, 'ourFee')).toBe(Number((used * 0.82).toFixed(2)));
  await act(page, '提交', '已提交');
  const address = addressOf(page);
  const serial = await serialOf(page);

  const manager = await asHandler(browser, page, 'projectManager', address);
  await agree(manager.page, '读数属实');
  await page.goto(address);
  await answerAll(page, section(page), { 客户签字: '', 签认日期: today });
  await agree(page, '客户已签');
  const analyst = await asHandler(browser, page, 'energyAnalyst', address);
  await sendBack(analyst.page, '退回申请人', '抄表人姓名有误');

  await page.goto(address);
  await activePane(page).getByText('抄表人姓名有误').first().waitFor();
  await answer(page, section(page), '客户或供电方抄表人', '钱工');
  await act(page, '提交', '已提交');
  const again = await asHandler(browser, page, 'energyAnalyst', address);
  expect(await changesOf(again.page)).toEqual([['客户或供电方抄表人', '赵工', '钱工']]);
  await answerAll(again.page, section(again.page), { 日报累计电量: String(used), 复核意见: '与日报相符' });
  await agree(again.page, '相符');
  const area = await asHandler(browser, again.page, 'areaManager', address);
  await agree(area.page, '同意');
  const finance = await asHandler(browser, area.page, 'finance', address);
  await agree(finance.page, '入账');
  expect(await standing(finance.page)).toEqual({ status: '已通过', handlers: [] });

  const found = await findInList(finance.page, `${METERS}List`, serial);
  await found.getByText('2024-03', { exact: true }).waitFor();
  expect(await exportOne(finance.page)).toMatchObject({
    单号: serial,
    结算月份: '2024-03',
    起始日期: new Date('2024-03-01'),
    '计量总电量（kWh）': used,
    '我方承担电量（kWh）': used,
    '客户承担电量（kWh）': 0,
    '我方承担电费（元）': Number((used * 0.82).toFixed(2)),
    签认日期: new Date(today),
    状态: '已通过',
  });
  const paper = await printOne(finance.page);
  for (const text of [serial, '钱工', '账单含线损', '与日报相符']) expect(paper).toContain(text);

  await page.goto(`${METERS}Form?ProcedureId=3103`);
  await answerAll(page, section(page), { 项目: '浦江国际大厦项目' });
  await addRow(page, '电表读数', { 电表: METER });
  await expect.poll(async () => number(await cellOf(page, '电表读数', 0, '上期止码'))).toBe(previous + 100);
  for (const one of [maker, manager, analyst, again, area, finance]) {
    expect(one.failures).toEqual([]);
    await one.context.close();
  }
});

const ROUND = '/formFlow/systemManage/roomInspectionRecord/roomInspectionRecord';

it('a machine room round: a failed check with its photo, two people sent back to, a repair drafted', {
  timeout: LIMIT,
}, async () => {
  const maker = await withSession(browser, 'operator');
  const { page } = maker;
  await page.goto(`${ROUND}Form?ProcedureId=2410`);
  const fault = `集水坑泵浮球卡涩${unique}`;
  await answerAll(page, section(page), {
    项目: '浦江国际大厦项目',
    班次: '早班',
    机房: '制冷机房',
    运行模式: '采暖',
    室外温度: '6.5',
    机房温度: '24.5',
    燃气浓度: '12',
    冷温水系统定压: '0.42',
    总管供水温度: '52.5',
    总管回水温度: '45.8',
    燃气报警器: '合格',
    事故排风机: '合格',
    配电柜与电缆: '合格',
    地面积水与集水坑泵: '不合格',
    地面积水与集水坑泵不合格说明: fault,
    地面积水与集水坑泵照片: '浮球.png',
    灭火器与应急灯: '合格',
    冷却塔: '不适用',
    跑冒滴漏: '合格',
    接班人: personOf('operator2'),
  });
  await addRow(page, '主机参数', {
    主机: '1号直燃机',
    状态: '运行',
    冷温水进口: '45.8',
    冷温水出口: '52.5',
    高发温度: '170',
    火焰形态: '合格',
  });
  await addRow(page, '水泵参数', { 水泵: '1号冷温水泵', 频率: '42.5', 振动声音密封: '合格' });
  await expect.poll(() => numberOf(page, 'hostAbnormalCount')).toBe(1);
  expect(await numberOf(page, 'siteFailCount')).toBe(1);
  expect(await numberOf(page, 'mainDelta')).toBe(6.7);
  await act(page, '提交', '已提交');
  const address = addressOf(page);
  const serial = await serialOf(page);

  const next = await asHandler(browser, page, 'operator2', address);
  await answerAll(next.page, section(next.page), { 现场与记录一致: '是' });
  await agree(next.page, '接班');
  const manager = await asHandler(browser, next.page, 'projectManager', address);
  await sendBack(manager.page, '退回「接班人确认」', '请核对高发温度');
  const second = await asHandler(browser, manager.page, 'operator2', address);
  await answerAll(second.page, section(second.page), { 现场与记录一致: '否' });
  await answer(second.page, section(second.page), '接班补充', '复测高发温度168℃');
  await agree(second.page, '已复测');
  const again = await asHandler(browser, second.page, 'projectManager', address);
  await answerAll(again.page, section(again.page), { 处理措施: '清洗浮球，调整燃烧负荷', 转维修: '是' });
  await agree(again.page, '转维修');
  const safety = await asHandler(browser, again.page, 'safetyOfficer', address);
  await sendBack(safety.page, '退回申请人', '机房温度与记录仪不符');

  await page.goto(address);
  await activePane(page).getByText('机房温度与记录仪不符').first().waitFor();
  await answer(page, section(page), '机房温度', '25.5');
  await act(page, '提交', '已提交');
  expect(await standing(page)).toMatchObject({ status: '审批中' });
  const last = await asHandler(browser, page, 'safetyOfficer', address);
  expect(await changesOf(last.page)).toEqual([['机房温度', '24.5 ℃', '25.5 ℃']]);
  await answer(last.page, section(last.page), '燃气安全处置', '加强通风，复测正常');
  await agree(last.page, '处置完毕');
  expect(await standing(last.page)).toEqual({ status: '已通过', handlers: [] });

  const director = await withSession(browser, 'operationDirector');
  const found = await findInList(director.page, `${ROUND}List`, serial);
  await found.locator('input[type=checkbox]').first().check();
  // Nobody prints a round.
  expect(await activePane(director.page).getByRole('button', { name: /^打印/ }).count()).toBe(0);
  expect(await exportOne(director.page)).toMatchObject({
    单号: serial,
    项目: '浦江国际大厦项目',
    班次: '早班',
    '燃气浓度（%LEL）': 12,
    '主机异常台数（台）': 1,
    '现场不合格项（项）': 1,
    接班人: personOf('operator2'),
    转维修: '是',
    状态: '已通过',
  });

  // The repair waits for whoever made the round, with what was found.
  await page.goto(`/formFlow/repairMaintenance/maintenanceRecords/maintenanceRecordsList?Keyword=${fault}`);
  await activePane(page).getByText('共 1 条').waitFor();
  await activePane(page).locator('.list-table tbody tr').getByText('草稿', { exact: true }).waitFor();
  for (const one of [maker, next, manager, second, again, safety, last, director]) {
    expect(one.failures).toEqual([]);
    await one.context.close();
  }
});
