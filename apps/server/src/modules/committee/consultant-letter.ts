/** 聘书: the engagement of a consultant on paper. */
import { today } from '@hengneng/form-kit';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import { refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { tablePdf } from '../../platform/pdf/table.ts';
import { showConsultant } from './consultants.ts';

export const printEngagement = async (ctx: Ctx, id: string): Promise<FileAnswer> => {
  const of = await showConsultant(ctx, id);
  if (of.state === '解聘') throw refused('该顾问已解聘，不能打印聘书');
  const body = await tablePdf({
    title: '聘书',
    about: [
      ['顾问', of.name],
      ['单位职称', of.orgTitle],
      ['专业', of.field],
      ['级别', `${of.level}顾问`],
      ['聘期', `${of.fromOn} 至 ${of.toOn}`],
    ],
    columns: [{ head: '聘请事项', share: 1 }],
    rows: [
      { cells: [`兹聘请${of.name}担任本公司专家委员会${of.field}专业${of.level}顾问。`] },
      { cells: ['参加方案评审、技术攻关与标准编制，对评审意见负责并保守商业秘密；与项目有利害关系的应主动回避。'] },
    ],
    seals: [
      { title: '聘请单位', lines: ['（盖章）', '日期：'] },
      { title: '受聘人', lines: [of.name, '签字：', '日期：'] },
    ],
    foot: `聘书 ${of.name} ${today(ctx.now)}`,
    at: ctx.now,
  });
  await ctx.write((tx) => trail(tx, ctx, { kind: '导出', action: '打印', object: `聘书 ${of.name}` }));
  return { fileName: `聘书_${of.name}.pdf`, contentType: 'application/pdf', body, size: body.length };
};
