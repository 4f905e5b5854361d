/** The calls of every form module, registered from its definition. The handlers decide by button and record; see `access.ts`. */
import { formCalls, getTaskColumns, type Moved, PURCHASING, purchasingCalls } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import type { Ctx } from '../../platform/context.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { demand } from './access.ts';
import type { Module } from './catalog.ts';
import * as commands from './commands.ts';
import type { EngineDeps } from './deps.ts';
import { exportRecords } from './export.ts';
import { exportRecord } from './export-record.ts';
import { pageOfAsk } from './filters.ts';
import { type ListInput, listRecords, type ListTools } from './list.ts';
import { listBeside } from './list-beside.ts';
import * as moves from './moves.ts';
import { getInfo, getInitInfo, preview, previewStep, stepsAfter } from './read.ts';
import { taskColumns } from './task-columns.ts';
import type { MovedTo } from './work.ts';

// Participants of an approval handle it without the module's menu, so that the record decides, not the route.
const BY_RECORD = { access: 'signedIn' } as const;

export function registerForms(registry: CallRegistry, deps: EngineDeps, lists: ListTools): void {
  registry.handle(getTaskColumns, BY_RECORD, (ctx, input) => taskColumns(ctx, deps, input));
  for (const module of deps.catalog.all()) {
    registerModule(registry, deps, lists, module);
    if (MODULES[module.id].api.startsWith(PURCHASING)) registerPurchasing(registry, deps, lists, module);
  }
}

async function list(deps: EngineDeps, ctx: Ctx, module: Module, input: ListInput, lists: ListTools) {
  demand(ctx.session, module, 'search');
  const found = await listRecords(ctx, module, input, lists);
  const page = pageOfAsk(module, input);
  if (page === null) return found;
  const records = found.rows.map((row) => ({ ...row, id: row.BusinessId, status: row.Status }));
  const beside = await listBeside(ctx, deps, module, page.beside, records);
  const rows = found.rows.map((row) => ({
    ...row,
    ...Object.fromEntries(beside.map(({ column, values }) => [column.key, values.get(row.BusinessId) ?? null])),
  }));
  return { ...found, rows };
}

function registerModule(registry: CallRegistry, deps: EngineDeps, lists: ListTools, module: Module): void {
  const { api, title } = MODULES[module.id];
  const calls = formCalls(api, title);
  const answer = async (ctx: Ctx, moved: Promise<MovedTo>): Promise<Moved> => {
    const done = await moved;
    return { ...done, steps: await stepsAfter(deps, module, ctx, done.BusinessId) };
  };

  registry.handle(calls.getInitInfo, BY_RECORD, (ctx, input) => getInitInfo(deps, module, ctx, input));
  registry.handle(calls.preview, BY_RECORD, (ctx, input) =>
    input.BusinessId !== undefined && input.NodeRecordId !== undefined
      ? previewStep(deps, module, ctx, input.BusinessId, input.NodeRecordId, input)
      : preview(deps, module, ctx, input.BusinessId, input),
  );
  registry.handle(calls.previewSaved, BY_RECORD, (ctx, input) => preview(deps, module, ctx, input.BusinessId, input));
  registry.handle(calls.getInfo, BY_RECORD, (ctx, input) =>
    getInfo(deps, module, ctx, input.BusinessId, input.NodeRecordId),
  );
  registry.handle(calls.draft, BY_RECORD, (ctx, input) => commands.draft(deps, module, ctx, input, input));
  registry.handle(calls.submit, BY_RECORD, (ctx, input) => answer(ctx, commands.submit(deps, module, ctx, input)));
  registry.handle(calls.approve, BY_RECORD, (ctx, input) =>
    answer(ctx, commands.approve(deps, module, ctx, input, input)),
  );
  registry.handle(calls.reject, BY_RECORD, (ctx, input) => answer(ctx, moves.reject(deps, module, ctx, input)));
  registry.handle(calls.withdraw, BY_RECORD, (ctx, input) => answer(ctx, moves.withdraw(deps, module, ctx, input)));
  registry.handle(calls.cancel, BY_RECORD, (ctx, input) => answer(ctx, moves.cancel(deps, module, ctx, input)));
  registry.handle(calls.transfer, BY_RECORD, (ctx, input) => answer(ctx, moves.transfer(deps, module, ctx, input)));
  registry.handle(calls.addSign, BY_RECORD, (ctx, input) => answer(ctx, moves.addSign(deps, module, ctx, input)));
  registry.handle(calls.removeSign, BY_RECORD, (ctx, input) => answer(ctx, moves.removeSign(deps, module, ctx, input)));
  registry.handle(calls.delegate, BY_RECORD, (ctx, input) => answer(ctx, moves.delegate(deps, module, ctx, input)));
  registry.handle(calls.takeBack, BY_RECORD, (ctx, input) => answer(ctx, moves.takeBack(deps, module, ctx, input)));
  registry.handle(calls.urge, BY_RECORD, (ctx, input) => answer(ctx, moves.urge(deps, module, ctx, input)));
  registry.handle(calls.copy, BY_RECORD, (ctx, input) => answer(ctx, moves.copy(deps, module, ctx, input)));
  registry.handle(calls.index, BY_RECORD, (ctx, input) => list(deps, ctx, module, input, lists));
  registry.stream(calls.exportRows, BY_RECORD, async (ctx, input) => {
    demand(ctx.session, module, 'export');
    const { BusinessId, ...asked } = input;
    return BusinessId === undefined
      ? exportRecords(ctx, deps, module, asked)
      : exportRecord(ctx, deps, module, BusinessId);
  });
}

/** Other names of what the forms' calls do already: one way of writing, one of reading. */
function registerPurchasing(registry: CallRegistry, deps: EngineDeps, lists: ListTools, module: Module): void {
  const { api, title } = MODULES[module.id];
  const calls = purchasingCalls(api, title);
  registry.handle(calls.add, BY_RECORD, (ctx, input) => commands.draft(deps, module, ctx, {}, input));
  registry.handle(calls.getPage, BY_RECORD, (ctx, input) => list(deps, ctx, module, input, lists));
  registry.handle(calls.getDetail, BY_RECORD, (ctx, input) => getInfo(deps, module, ctx, input.BusinessId));
}
