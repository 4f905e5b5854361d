/** 评审意见书: what each expert said and what was concluded, on paper. */
import type { committeeMinutes } from '@hengneng/contracts';
import { today } from '@hengneng/form-kit';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import { refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { type PdfColumn, tablePdf } from '../../platform/pdf/table.ts';
import { showReview } from './store.ts';

const COLUMNS: readonly PdfColumn[] = [
  { head: '专家', share: 10 },
  { head: '签到', share: 14 },
  { head: '评分', share: 7 },
  { head: '结论', share: 10 },
  { head: '关注点', share: 14 },
  { head: '意见', share: 30 },
  { head: '答复', share: 20 },
];

export const printMinutes = async (ctx: Ctx, { Id }: z.output<typeof committeeMinutes.input>): Promise<FileAnswer> => {
  const of = await showReview(ctx, Id);
  if (of.conclusion === null) throw refused('形成结论后才能打印评审意见书');
  const day = today(ctx.now);
  const name = (id: string) => of.labels[id] ?? '';
  const body = await tablePdf({
    title: '专家评审意见书',
    about: [
      ['编号', of.code],
      ['议题', of.topic],
      ['项目', of.projectName ?? ''],
      ['会议', `${of.meetOn} ${of.way}`],
      ['主持', name(of.host)],
      ['综合得分', of.score ?? ''],
      ['结论', of.conclusion],
    ],
    columns: COLUMNS,
    rows: of.experts.map((one) => ({
      cells: [
        name(one.expert),
        one.signedAt ?? '未到会',
        one.score ?? '',
        one.verdict ?? '',
        one.concern ?? '',
        one.opinion ?? '',
        one.reply ?? '',
      ],
    })),
    explanation: {
      title: '结论与整改',
      paragraphs: [
        of.conclusionText ?? '',
        ...of.fixes.map(
          (fix) =>
            `${fix.matter}（${name(fix.owner)}，${fix.dueOn}前${fix.closedOn === null ? '' : `，${fix.closedOn}闭环`}）`,
        ),
      ],
    },
    seals: [
      { title: '主持人', lines: [name(of.host), '签字：', '日期：'] },
      { title: '秘书', lines: [name(of.secretary), '签字：', '日期：'] },
    ],
    foot: `${of.code} ${day}`,
    at: ctx.now,
  });
  await ctx.write((tx) => trail(tx, ctx, { kind: '导出', action: '打印', object: `评审意见书 ${of.code}` }));
  return { fileName: `评审意见书_${of.code}_${day}.pdf`, contentType: 'application/pdf', body, size: body.length };
};
