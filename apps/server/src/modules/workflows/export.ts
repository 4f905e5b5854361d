/** A chain as it leaves the product: its steps as a workbook, or drawn page by page as a PDF. */
import type { workflowExport } from '@hengneng/contracts';
import { byWords, stepWords } from '@hengneng/form-kit';
import type { z } from 'zod';
import type { Engine, Module } from '../../engine/index.ts';
import type { Ctx } from '../../platform/context.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { trail, workbook } from '../identity/index.ts';
import { drawChain } from './diagram.ts';
import { chainAt, moduleAt, objectOf, vocabularyOf } from './versions.ts';

const versionWords = (version: number | null): string =>
  version === null ? '草稿' : version === 0 ? '版本0（内置）' : `版本${version}`;

export const exportChain = async (
  ctx: Ctx,
  engine: Engine,
  input: z.output<typeof workflowExport.input>,
): Promise<FileAnswer> => {
  const module = moduleAt(engine, input.ProcedureId);
  const { text, version } = await chainAt(ctx.db, module, input.Version);
  const words = await vocabularyOf(ctx.db, engine, module, [text]);
  const title = `${module.form.identity.title}流程`;
  if (input.Format === 'pdf')
    return asDiagram(
      ctx,
      module,
      title,
      versionWords(version),
      drawChain(text, words, { title, version: versionWords(version), by: ctx.session.userName, at: ctx.now }),
    );
  const rows = text.steps.map((step, at) => ({
    序号: String(at + 1),
    ...stepWords(text, step, words),
    填写内容: step.fieldKeys.map((key) => words.field(key)).join('、') || '无',
  }));
  return workbook(ctx, {
    title,
    head: Object.keys(rows[0] ?? {}),
    rows: rows.map((row) => Object.values(row)),
    filters: [
      ['版本', versionWords(version)],
      ['抄送', text.cc.map((by) => byWords(by, words)).join('、') || '无'],
    ],
  });
};

const asDiagram = async (
  ctx: Ctx,
  module: Module,
  title: string,
  version: string,
  body: Buffer,
): Promise<FileAnswer> => {
  await ctx.write((tx) =>
    trail(tx, ctx, { kind: '导出', action: '导出', object: objectOf(module), summary: `流程图，${version}` }),
  );
  return { fileName: `${title}_${version}.pdf`, contentType: 'application/pdf', body, size: body.length };
};
