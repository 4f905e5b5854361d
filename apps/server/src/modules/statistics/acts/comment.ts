/** 点评 and 分析报告: words about a month that stay. Of the whole company only whoever sees all of it writes any. */
import type { statisticsComment } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { today } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { coversDept, need } from '../../identity/index.ts';

export const writeComment = (
  ctx: Ctx,
  { Screen, month, area = null, words }: z.output<typeof statisticsComment.input>,
): Promise<z.input<typeof statisticsComment.output>> => {
  need(ctx.session, shortCodeOf(Screen), 'edit');
  if (!coversDept(ctx.session, area))
    throw invalid([{ path: 'area', message: area === null ? '请选择您的区域' : '该区域不在您的数据范围内' }]);
  if (month > today(ctx.now).slice(0, 7)) throw invalid([{ path: 'month', message: '月份不能晚于本月' }]);
  return ctx.write(async (tx) => {
    const { rows: known } = await sql`select 1 from dept where id = ${area}`.execute(tx);
    if (area !== null && known.length === 0) throw invalid([{ path: 'area', message: '区域不存在' }]);
    const { rows } = await sql<{
      id: string;
    }>`insert into statistics_comment (screen, month, dept_id, words, written_by)
      values (${Screen}, ${month}, ${area}, ${words}, ${ctx.session.userId}) returning id::text`.execute(tx);
    await trail(tx, ctx, {
      kind: '业务',
      action: '写点评',
      object: `${Screen} ${month}`,
      after: { area: area ?? '全公司', words },
    });
    return { ok: true, Id: rows[0]?.id ?? '' };
  });
};
