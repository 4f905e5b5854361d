/**
 * What the actions of the catalogue's pages refuse, in the words that it gives: each sentence is one that the product says. `n` and `×` stand for
 * what is put in. That the actions' calls are there and ask for their buttons is compared with a server (apps/server/src/catalogue.http.test.ts).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type CataloguePage, PAGE_AREAS } from '../apps/server/src/testing/catalogue-actions.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, '../shared/catalogue/pages');

/** What is said instead, or in brackets why there is nothing to say. */
type Said = string | readonly [reason: string];
const SAID: Readonly<Record<string, Said>> = {
  '第n行：工号不存在或已离职': '工号不存在或已离职',
  '第n行：没有对应额度，请先导入额度': '没有对应额度，请先导入额度',
  '第n行：拨款超过额度n元': '拨款超过额度n元',
  '第n行：流水号已存在': '流水号已存在',
  该合同该期间已有结算单: '该合同此期间已有结算单，不能重复结算',
  该证件在库n份: '借用份数大于在库份数',
  '尚未验收合格，不能付款': '验收款和结算款须先验收',
  累计付款超过验收金额n元: '本次付款与冲抵超过应付单未付金额',
  该节点已评价: '该合同的这个节点已评价',
  数量不等于到货数: '合格与让步接收数量之和不能超过到货数量',
  当天已有施工日志: ['uniqueTogether of contract and day: the form says which field repeats'],
  '×的证书已过期': '有特种作业人员证书过期',
  申请金额超过可付余额n元: '申请金额超过可付余额',
  '外部合同系统暂不可用，稍后重试': ['the other system is not connected in this version: the page says so'],
  '方案未审定，不能报价': ['only consultations that were passed are offered to an offer'],
  '该工程师在办n单，确认分派吗': ['the field of the engineer shows what they have in hand'],
  导出路径无效: ['an export goes by the page’s own call, so that no path is sent along'],
  请按模板列粘贴: ['what is pasted is set by its columns; what does not fit is counted and said'],
  仪器已过检定有效期: '测量仪器已超过检定有效期，数据无效',
  最多输入500字: ['the field takes no more than that'],
  '刚催办过，请稍后再试': '刚催办过，×后可再次催办',
  '已由×处理，不能撤回': '已由×处理，不能×',
};

const sources = function* (at: string): Generator<string> {
  for (const entry of readdirSync(at, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue;
    const path = join(at, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)) yield readFileSync(path, 'utf8');
  }
};

const asPattern = (sentence: string): RegExp =>
  new RegExp(
    sentence
      .split(/[n×]/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('(?:\\$\\{[^`]*?\\})'),
  );

const quoted = (page: CataloguePage): readonly (readonly [string, string])[] =>
  (page.actions ?? []).flatMap(({ label, checks = [] }) =>
    [...JSON.stringify(checks).matchAll(/「([^」]+)」/g)].map(
      ([, sentence = '']) => [`${page.path} ${label}`, sentence] as const,
    ),
  );

describe.runIf(existsSync(folder))('what actions refuse, against the catalogue', () => {
  const wanted = existsSync(folder)
    ? [...PAGE_AREAS, 'shell', 'system']
        .flatMap((area) => parse(readFileSync(join(folder, `${area}.yaml`), 'utf8')) as CataloguePage[])
        .flatMap(quoted)
    : [];
  const text = ['apps/server/src', 'apps/web/src', 'packages'].flatMap((at) => [...sources(join(root, at))]).join('\n');
  const says = (sentence: string): boolean => asPattern(sentence).test(text);

  it('is said by the product, or accounted for', () => {
    const silent = wanted.flatMap(([action, sentence]) => {
      const said = SAID[sentence];
      if (said === undefined) return says(sentence) ? [] : [`${action}：${sentence}`];
      return typeof said !== 'string' || says(said) ? [] : [`${action}：${said}`];
    });
    expect(wanted.length).toBeGreaterThan(50);
    expect(silent).toEqual([]);
  });

  it('is accounted for only where the words differ', () => {
    const sentences = new Set(wanted.map(([, sentence]) => sentence));
    expect(Object.keys(SAID).filter((sentence) => !sentences.has(sentence) || says(sentence))).toEqual([]);
  });
});
