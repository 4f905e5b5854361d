/** 应用效益: measured against a base period with a report, counted once finance agreed. */
import type { researchBenefit } from '@hengneng/contracts';
import { today } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import { rowOf } from '../../engine/views/source.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { bindFiles } from '../../platform/files/files.ts';
import { forbidden, invalid, notFound, refused } from '../../platform/http/errors.ts';
import { holds } from '../identity/index.ts';
import { researchBenefitsView } from '../ledgers/index.ts';
import { BENEFIT_FILES, RESEARCH } from './store.ts';

type Add = Extract<z.output<typeof researchBenefit.input>, { action: 'add' }>;

interface Known {
  readonly code: string;
  readonly leader: string;
  readonly stage: string;
}

/** A closed topic goes on being of use: only a stopped one does not. */
const topicOf = async (ctx: Ctx, tx: Tx, id: string): Promise<Known> => {
  const { rows } = await sql<Known>`select code, leader::text, stage from research_project where id = ${id}`.execute(
    tx,
  );
  const [topic] = rows;
  if (topic === undefined || (topic.leader !== ctx.session.userId && !holds(ctx.session, RESEARCH, 'add')))
    throw notFound('课题不存在，或您不是它的负责人');
  if (topic.stage === '终止') throw refused('该课题已终止');
  return topic;
};

export const addBenefit = (ctx: Ctx, input: Add): Promise<{ readonly Id: string }> =>
  ctx.write(async (tx) => {
    const topic = await topicOf(ctx, tx, input.Id);
    const { rows: known } = await sql`select 1 from project where code = ${input.project}`.execute(tx);
    const errors = [
      ...(known.length === 0 ? [{ path: 'project', message: '项目编号不存在，请核对' }] : []),
      ...(input.usedTo < input.usedFrom ? [{ path: 'usedTo', message: '对比期止不能早于对比期起' }] : []),
      ...(input.usedTo > today(ctx.now) ? [{ path: 'usedTo', message: '对比期止不能晚于今天' }] : []),
      ...(input.file ? [] : [{ path: 'file', message: '请上传测试报告' }]),
    ];
    if (errors.length > 0) throw invalid(errors);
    const { rows } = await sql<{ id: string }>`
      insert into research_benefit (research, project, content, used_from, used_to, saved_kwh, saved_money, basis, file, written_by)
      values (${input.Id}, ${input.project}, ${input.content}, ${input.usedFrom}, ${input.usedTo}, ${input.savedKwh}, ${input.savedMoney},
        ${input.basis}, ${JSON.stringify(input.file)}::jsonb, ${ctx.session.userId}) returning id::text`.execute(tx);
    const id = rows[0]?.id ?? '';
    const named = input.file ? [{ path: 'file', URL: input.file.URL }] : [];
    const wrong = await bindFiles(tx, BENEFIT_FILES, id, named, ctx.session.userId);
    if (wrong.length > 0) throw invalid([...wrong]);
    await trail(tx, ctx, {
      kind: '单据',
      action: '登记应用效益',
      object: `课题 ${topic.code}`,
      after: { 项目: input.project, 节能量: input.savedKwh, 节费: input.savedMoney },
    });
    return { Id: id };
  });

export const confirmBenefit = (ctx: Ctx, id: string): Promise<{ readonly Id: string }> =>
  ctx.write(async (tx) => {
    if (!ctx.session.roles.includes('finance')) throw forbidden('应用效益由财务核定');
    const { rows } = await sql<{ done: boolean; mine: boolean }>`select confirmed_by is not null as done,
      written_by = ${ctx.session.userId} as mine from research_benefit where id = ${id} for update`.execute(tx);
    const [found] = rows;
    const seen = await rowOf(tx, researchBenefitsView, ctx, id);
    if (found === undefined || seen === undefined) throw notFound('应用效益不存在，或您没有查看它的权限');
    if (found.done) throw refused('该效益已核定');
    if (found.mine) throw refused('核定人不能是登记人，请由他人核定');
    await sql`update research_benefit set confirmed_by = ${ctx.session.userId}, confirmed_on = ${today(ctx.now)} where id = ${id}`.execute(
      tx,
    );
    await trail(tx, ctx, {
      kind: '单据',
      action: '核定应用效益',
      object: `课题 ${String(seen['code'])}`,
      after: { 节费: seen['savedMoney'] },
    });
    return { Id: id };
  });
