/** 综合分析报表 as a document: what people wrote beside the figures, signed versions, and the paper that leaves the house. */
import {
  type TotalContent,
  totalContent,
  type totalExport,
  type totalReport,
  type totalSaveText,
  type totalSign,
  type TotalTable,
} from '@hengneng/contracts';
import { CHINA, dayAt, monthEnd } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, forbidden, invalid } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { DOCX_TYPE } from '../../../platform/ooxml/document.ts';
import { workbook } from '../../identity/index.ts';
import { seenProject } from '../../projects/index.ts';
import { seesCosts, takesCosts } from '../costs/index.ts';
import { reportProject } from '../reports/figures.ts';
import { digestOf, type ReportKey, signedContent, signedVersions, signReport } from '../reports/versions.ts';
import {
  type Cell,
  figure,
  momentText,
  noteTaken,
  type Paper,
  paperFile,
  qualityWords,
  type Sheet,
} from '../workbook.ts';
import { type Audience, titleOf, totalFigures } from './total.ts';
import { totalDocument } from './total-docx.ts';

interface Asked {
  readonly ProjectCode: string;
  readonly Month: string;
  readonly Audience: Audience;
}
type Answer = z.input<typeof totalReport.output>;

const COMPLETE_FROM = 95;
/** A change of the year before that wants a word about it, in %. */
const MUCH = 20;

interface Written {
  readonly section: string;
  readonly version: number;
  readonly words: string;
  readonly drafted: string;
  readonly by: string;
  readonly at: string;
}

/** The latest of each section. */
const textsOf = async (
  db: Db | Tx,
  project: string,
  { Month, Audience: audience }: Asked,
): Promise<readonly Written[]> => {
  const { rows } = await sql<Written>`
    select distinct on (t.section) t.section, t.version, t.words, t.drafted, u.user_name as by, to_jsonb(t.written_at) #>> '{}' as at
    from energy_report_text t join app_user u on u.id = t.written_by
    where t.project_code = ${project} and t.period = ${Month} and t.audience = ${audience} order by t.section, t.version desc`.execute(
    db,
  );
  return rows;
};

async function makeTotal(ctx: Ctx, code: string, asked: Asked): Promise<TotalContent> {
  const [figures, texts] = [
    await totalFigures(ctx, code, asked.Month, asked.Audience),
    await textsOf(ctx.db, code, asked),
  ];
  const { month } = figures;
  const today = dayAt(ctx.now.getTime(), CHINA);
  const bySection = new Map(texts.map((one) => [one.section, one]));
  const jumped = month.rows.filter(({ yoy }) => yoy.rate !== null && Math.abs(yoy.rate) > MUCH);
  return {
    projectName: month.projectName,
    customerName: figures.customer,
    month: asked.Month,
    standing: month.standing,
    until: month.until,
    audience: asked.Audience,
    asOf: month.asOf,
    pending: month.pending,
    cards: figures.cards,
    sections: figures.sections.map(({ key, draft, tables }) => {
      const text = bySection.get(key);
      return {
        Key: key,
        Title: titleOf(key),
        Draft: draft,
        Text: text?.words ?? null,
        TextVersion: text?.version ?? 0,
        TextBy: text?.by ?? '',
        TextAt: text?.at ?? null,
        Outdated: text !== undefined && text.drafted !== draft,
        Tables: [...tables],
      };
    }),
    whole: month.whole,
    lacks: [
      ...(monthEnd(asked.Month) >= today ? [`${asked.Month} 尚未结束`] : []),
      ...(month.whole.complete == null || month.whole.complete < COMPLETE_FROM
        ? [`完整率 ${month.whole.complete == null ? '未知' : `${month.whole.complete}%`}，低于 ${COMPLETE_FROM}%`]
        : []),
      ...(month.pending > 0 ? [`有 ${month.pending} 块表正在重算`] : []),
      ...(jumped.length > 0 && !bySection.has('parts')
        ? [`${jumped.map(({ name }) => name).join('、')}同比超过 ±${MUCH}%，请在「${titleOf('parts')}」写明原因`]
        : []),
      ...(bySection.has('conclusion') ? [] : [`「${titleOf('conclusion')}」还没有写`]),
    ],
  };
}

const keyOf = (project: string, { Month, Audience: audience }: Asked): ReportKey => ({
  kind: 'total',
  project,
  period: audience === '内部' ? Month : `${Month} ${audience}`,
});

/** Cards that versions signed before did not have: nothing was written down for them, or it is told besides (`whole`). */
const saysNothing = ({ Label, Value }: TotalContent['cards'][number]): boolean =>
  Label === '完整率' || (Value === '—' && (Label === '供能达标率' || Label === '停供'));

/** What makes it another report. */
const figuresOf = ({ asOf: _, pending: __, lacks: ___, sections, cards, ...rest }: TotalContent): unknown => ({
  ...rest,
  cards: cards.filter((card) => !saysNothing(card)),
  sections: sections.map(({ Draft, Text, Tables, Key }) => ({ Key, Words: Text ?? Draft, Tables })),
});

/** Amounts are for those only who may see them, whoever signed. */
const withoutMoney = (content: TotalContent): TotalContent => ({
  ...content,
  cards: content.cards.filter(({ Unit }) => Unit !== '元'),
  sections: content.sections.filter(({ Key }) => Key !== 'cost'),
});

/** @throws notFound where there is no such version */
export async function signedTotal(db: Db, project: string, asked: Asked, version: number): Promise<TotalContent> {
  return totalContent.parse(await signedContent(db, keyOf(project, asked), version));
}

export async function readTotal(ctx: Ctx, asked: z.output<typeof totalReport.input>): Promise<Answer> {
  const { code, energies } = await reportProject(ctx, asked.ProjectCode);
  const [current, versions] = [await makeTotal(ctx, code, asked), await signedVersions(ctx.db, keyOf(code, asked))];
  const kept = asked.Version === undefined ? current : await signedTotal(ctx.db, code, asked, asked.Version);
  const content = seesCosts(ctx.session) ? kept : withoutMoney(kept);
  const [last] = versions;
  const shown = versions.find(({ Version }) => Version === asked.Version);
  // Without amounts the same report looks another one: then nothing can be said of it.
  const comparable = asked.Audience === '客户' || seesCosts(ctx.session);
  return {
    ...content,
    Version: shown?.Version ?? null,
    SignedBy: shown?.SignedBy ?? '',
    SignedAt: shown?.SignedAt ?? null,
    SignNote: shown?.Note ?? '',
    Categories: energies.map(({ code: energy, name, unit, color }) => ({ code: energy, name, unit, color })),
    Changed: content.sections.filter(({ Outdated }) => Outdated).length,
    VersionChanged: comparable && last !== undefined && last.digest !== digestOf(figuresOf(current)),
    Versions: versions.map(({ digest: _, ...version }) => version),
  };
}

export async function saveText(
  ctx: Ctx,
  input: z.output<typeof totalSaveText.input>,
): Promise<{ readonly TextVersion: number }> {
  const { code } = await seenProject(ctx, ctx.db, input.ProjectCode);
  const { sections } = await totalFigures(ctx, code, input.Month, input.Audience);
  const section = sections.find(({ key }) => key === input.Section);
  if (section === undefined) throw invalid([{ path: 'Section', message: '该口径没有这一节' }]);
  return ctx.write(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`energy.total ${code} ${input.Month}`}, 0))`.execute(tx);
    const last = (await textsOf(tx, code, input)).find((one) => one.section === input.Section);
    // Pressed twice it is written once.
    if (last?.words === input.Text && last.drafted === section.draft) return { TextVersion: last.version };
    if ((last?.version ?? 0) !== input.TextVersion) throw conflict(`这一节已由${last?.by ?? '他人'}修改，请刷新后再改`);
    const version = input.TextVersion + 1;
    await sql`insert into energy_report_text (project_code, period, audience, section, version, words, drafted, written_by)
      values (${code}, ${input.Month}, ${input.Audience}, ${input.Section}, ${version}, ${input.Text}, ${section.draft},
        ${ctx.session.userId}::bigint)`.execute(tx);
    await trail(tx, ctx, {
      kind: '业务',
      action: '写综合分析',
      object: `${code} ${input.Month} ${input.Audience} ${titleOf(input.Section)}`,
      before: last === undefined ? null : { words: last.words },
      after: { words: input.Text },
    });
    return { TextVersion: version };
  });
}

export async function signTotal(
  ctx: Ctx,
  { Note, ...asked }: z.output<typeof totalSign.input>,
): Promise<{ readonly Version: number }> {
  const { code, name } = await seenProject(ctx, ctx.db, asked.ProjectCode);
  if (asked.Audience === '内部' && !seesCosts(ctx.session)) throw forbidden('您没有查看金额的权限，不能签发内部口径');
  const content = await makeTotal(ctx, code, asked);
  if (content.lacks.length > 0)
    throw invalid([{ path: 'Month', message: `未达签发条件：${content.lacks.join('；')}` }]);
  return signReport(ctx, keyOf(code, asked), {
    content,
    digest: digestOf(figuresOf(content)),
    note: Note,
    title: `综合分析报表 ${name} ${asked.Month} ${asked.Audience}`,
  });
}

/** 同比 and 环比 are told in words; a dash where nothing can be compared. */
const COMPARED: readonly string[] = ['同比', '环比'];
const rateOf = (words: string | null): string | null =>
  words === null || !words.endsWith('%') ? null : words.slice(0, -1).replace('−', '-').replace('+', '');

const sheetOf = ({ Title, Columns, Rows }: TotalTable): Sheet => ({
  title: Title,
  head: Columns.map(({ Name }) => (COMPARED.includes(Name) ? `${Name}（%）` : Name)),
  rows: Rows.map((row) =>
    row.map((value, at): Cell => {
      const { Places: places = null, Name = '' } = Columns[at] ?? {};
      if (COMPARED.includes(Name)) return figure(rateOf(value), 1);
      return places === null ? value : figure(value, places);
    }),
  ),
});

/** On A4: each section with its words first, then its tables. */
export const totalPaper = (content: TotalContent, version: string): Paper => ({
  title: `${content.projectName} ${content.month} 综合分析报告`,
  about: [
    ['项目', content.projectName],
    ...(content.audience === '客户' ? [['客户', content.customerName] as const] : []),
    ['期间', `${content.month}（${content.standing}，截至 ${content.until}）`],
    [
      '指标',
      content.cards.map(({ Label, Value, Unit }) => `${Label} ${Value}${Unit === '' ? '' : ` ${Unit}`}`).join('；'),
    ],
    ...qualityWords(content.whole),
    ['版本', version],
    ['数据截至', momentText(content.asOf)],
  ],
  sheets: content.sections.flatMap(({ Title, Draft, Text, Tables }, at): Sheet[] => [
    {
      title: `${at + 1} ${Title}`,
      head: ['说明'],
      rows: (Text ?? Draft).split('\n').map((line) => [line]),
    },
    ...Tables.filter(({ Rows }) => Rows.length > 0).map(sheetOf),
  ]),
  foot: `${content.projectName} ${content.month} ${version}`,
});

export async function exportTotal(ctx: Ctx, asked: z.output<typeof totalExport.input>): Promise<FileAnswer> {
  const report = await readTotal(ctx, asked);
  const content = takesCosts(ctx.session) ? report : { ...report, ...withoutMoney(report) };
  const version = report.Version === null ? '现行（未签发）' : `第 ${report.Version} 版`;
  if (asked.Format === 'pdf')
    return paperFile(ctx, totalPaper(content, version), `综合分析报告_${asked.ProjectCode}_${asked.Month}`);
  if (asked.Format === 'docx') {
    const paper = totalPaper(content, version);
    const body = await totalDocument(content, paper, sheetOf);
    await noteTaken(ctx, paper, '导出 Word');
    return {
      fileName: `综合分析报告_${asked.ProjectCode}_${asked.Month}.docx`,
      contentType: DOCX_TYPE,
      body,
      size: body.length,
    };
  }
  const tables = content.sections.flatMap(({ Tables }) => Tables).map(sheetOf);
  return workbook(ctx, {
    title: '综合分析报表',
    head: ['节', '文字', '撰写人'],
    rows: content.sections.map(({ Title, Draft, Text, TextBy }) => [Title, Text ?? Draft, Text === null ? '' : TextBy]),
    more: tables,
    filters: [...totalPaper(content, version).about, ['口径', content.audience]],
  });
}
