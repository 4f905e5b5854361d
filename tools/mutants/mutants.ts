/**
 * Single breaks of what must never give way, each with the tests that have to notice: approval, permission, numbering, idempotency, money, files,
 * the audit. A line of the product that is listed here may not change without its break changing along (`mutants.test.ts`).
 */
export interface Mutant {
  /** What is broken, in words. */
  readonly id: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
  /** Where the break must be noticed. */
  readonly tests: readonly string[];
}

const SERVER = 'apps/server/src';
const at = (path: string): string => `${SERVER}/${path}`;
const APPROVAL = at('engine/approval/approval.db.test.ts');
const RACE = at('engine/approval/race.db.test.ts');
const CALLS = at('engine/approval/calls.http.test.ts');
const LIFE = at('engine/forms/life.db.test.ts');
const SCOPE = at('engine/forms/scope.http.test.ts');
const TRAIL = at('engine/forms/trail.http.test.ts');
const MONEY = at('effects/payment/money.http.test.ts');
const FILES = at('platform/files/files.http.test.ts');
const AUTH = at('platform/auth/auth.http.test.ts');
const PEOPLE = at('modules/identity/people.http.test.ts');
const IDENTITY = at('modules/identity/identity.http.test.ts');

type Break = readonly [id: string, from: string, to: string, tests: readonly string[]];
const inFile = (path: string, breaks: readonly Break[]): readonly Mutant[] =>
  breaks.map(([id, from, to, tests]) => ({ id, file: at(path), from, to, tests }));

export const MUTANTS: readonly Mutant[] = [
  ...inFile('engine/approval/execute.ts', [
    [
      'approval-stranger-at-task',
      "if (!task.candidates.includes(input.actor.userId)) throw forbidden('您不是该步骤的处理人');",
      '',
      [APPROVAL],
    ],
    [
      'approval-claimed-task',
      '    task.claimed_by !== null &&\n    task.claimed_by !== input.actor.userId &&',
      '    task.claimed_by === input.actor.userId &&',
      [at('engine/approval/calls.db.test.ts')],
    ],
    ['approval-cancel-by-anyone', '!mayCancel(loaded, actor)', 'false', [APPROVAL]],
    [
      'approval-cancel-by-maker',
      'if (actor.userId === state.starterId) return checkers === undefined;',
      '',
      [APPROVAL],
    ],
    [
      'approval-reject-without-reason',
      "if (command.opinion.trim() === '') throw refused('请填写驳回原因');",
      '',
      [APPROVAL],
    ],
    [
      'approval-transfer-without-reason',
      "if (command.opinion.trim() === '') throw refused('请填写转办原因');",
      '',
      [APPROVAL],
    ],
    [
      'approval-transfer-to-maker',
      "if (to === loaded.state.starterId && step?.by !== 'applicant') throw refused('不能转办给申请人本人');",
      '',
      [APPROVAL],
    ],
    [
      'approval-transfer-outside-choice',
      'if (allowed !== null && !allowed.some((person) => person.userId === to))',
      'if (false)',
      [APPROVAL],
    ],
    ['approval-copy-by-stranger', "if (!part) throw forbidden('只有申请人和审批人可以抄送');", '', [APPROVAL]],
    [
      'approval-urge-interval',
      'input.now.getTime() - instance.urged_at.getTime() < URGE_EVERY_MS',
      'false',
      [APPROVAL],
    ],
    ['approval-withdrawn-starts-anew', "found.status !== 'withdrawn'", 'true', [APPROVAL]],
  ]),
  ...inFile('engine/approval/index.ts', [
    ['approval-open-by-stranger', "if (!asked) throw forbidden('您不是该步骤的处理人');", '', [APPROVAL]],
    ['approval-open-seen-version', 'seen !== instance.form_version', 'false', [APPROVAL]],
    [
      'approval-open-other-module',
      'if (!instance || instance.module_id !== by.moduleId) {',
      'if (!instance) {',
      [APPROVAL],
    ],
    [
      'approval-open-closed-task',
      "if (!task || task.state !== 'open') throw await closedTask(tx, deps, instance, taskId, by.actor, by.now);\n  return { key",
      'if (!task) throw await closedTask(tx, deps, instance, taskId, by.actor, by.now);\n  return { key',
      [APPROVAL],
    ],
    ['approval-drop-only-drafts', "        .where('status', '=', 'draft')\n", '', [APPROVAL]],
  ]),
  ...inFile('engine/approval/store.ts', [
    [
      'approval-lock-by-record',
      ".orderBy('id', 'desc')\n    .limit(1)\n    .forUpdate()",
      ".orderBy('id', 'desc')\n    .limit(1)",
      [RACE],
    ],
    ['approval-lock-by-task', ".where('id', '=', taskId))\n    .forUpdate()", ".where('id', '=', taskId))", [RACE]],
  ]),
  ...inFile('engine/approval/persist.ts', [
    ['approval-task-version', ".where('state', '=', 'open')\n      .where('version', '=', task.version)", '', [RACE]],
    ['approval-log-chain', 'prev_hash: loaded.instance.head_hash', "prev_hash: ''", [APPROVAL]],
    ['approval-snapshot', 'await keepSnapshot(writing);', '', [CALLS, LIFE]],
    [
      'approval-notices-read',
      'update wf_notice set read_at',
      'update wf_notice set created_at = created_at, read_at',
      [APPROVAL],
    ],
    [
      'approval-transfer-keeps-old-actor',
      "await tx\n      .deleteFrom('wf_task_actor')\n      .where('task_id', '=', task.id)\n      .where('principal', '=', principalOf(event.from))\n      .execute();",
      '',
      [APPROVAL],
    ],
  ]),
  ...inFile('engine/approval/people.ts', [
    [
      'approval-maker-checks-own',
      'const people = own ? found : found.filter((person) => person.userId !== facts.starterId);',
      'const people = found;',
      [APPROVAL],
    ],
    [
      'approval-maker-above',
      'const above = distinct(await lookUp(db, directory, level, facts)).filter(\n      (person) => person.userId !== facts.starterId,\n    );',
      'const above = distinct(await lookUp(db, directory, level, facts));',
      [APPROVAL],
    ],
    [
      'approval-chosen-is-maker',
      "if (userId === facts.starterId) throw refusedAt('下一步处理人不能是申请人本人');",
      '',
      [APPROVAL],
    ],
  ]),
  ...inFile('engine/approval/decide.ts', [
    [
      'decide-not-yours',
      "task.candidates.includes(actor) ? task : { code: 'notYours' }",
      'task',
      [at('engine/approval/decide.test.ts')],
    ],
    [
      'decide-withdraw-handled',
      "state.status === 'running' && state.handledBy !== null",
      'false',
      [at('engine/approval/decide.test.ts')],
    ],
    [
      'decide-starter-ends',
      "if (command.actor === state.starterId) return refuse({ code: 'starterEnds' });",
      '',
      [at('engine/approval/decide.test.ts')],
    ],
    [
      'decide-same-person-counts-alone',
      "if (step.mode !== 'any' && candidates.length > 1) return null;",
      '',
      [at('engine/approval/decide.test.ts')],
    ],
  ]),
  ...inFile('engine/approval/calls.ts', [
    ['steps-of-strangers', "throw forbidden('您无权查看该单据');", 'return;', [at('engine/approval/calls.db.test.ts')]],
    ['print-without-audit', "await note(tx, ctx, '打印', moduleId, businessId, `第${printed.copy}份`);", '', [TRAIL]],
    ['claim-without-audit', "await note(tx, ctx, '认领', moduleId, businessId);", '', [TRAIL]],
    ['draft-deletion-without-audit', "await note(tx, ctx, '删除草稿', draft.moduleId, draft.businessId);", '', [TRAIL]],
  ]),
  ...inFile('engine/approval/records.ts', [
    ['claim-by-stranger', 'and ${userId} = any(candidates)\n', '\n', [SCOPE]],
    [
      'claim-of-anothers',
      'and (claimed_by is null or claimed_by = ${userId} or claimed_until <= ${now})',
      '',
      [at('engine/approval/calls.db.test.ts')],
    ],
    [
      'print-number-lock',
      'await sql`select pg_advisory_xact_lock(hashtextextended(${`print:${moduleId}:${businessId}`}, 0))`.execute(tx);',
      '',
      [at('engine/approval/calls.db.test.ts')],
    ],
    [
      'draft-deletion-of-others',
      ".where('starter', '=', userId)\n    .where('status', '=', 'draft')",
      ".where('status', '=', 'draft')",
      [at('engine/approval/calls.db.test.ts')],
    ],
  ]),
  ...inFile('engine/forms/commands.ts', [
    [
      'submit-form-version',
      'const before = await ownRecord(w, input.BusinessId, undefined);\n    if (input.FormVersion !== before.version) throw conflict(FORM_CHANGED);',
      'const before = await ownRecord(w, input.BusinessId, undefined);',
      [LIFE],
    ],
    [
      'approve-form-version',
      'input.FormVersion);\n    if (input.FormVersion !== before.version) throw conflict(FORM_CHANGED);\n    const step',
      'input.FormVersion);\n    const step',
      [LIFE],
    ],
    [
      'draft-form-version',
      'if (version !== undefined && version !== stored.version) throw conflict(CHANGED);',
      '',
      [LIFE],
    ],
    ['draft-of-others', 'if (!stored || stored.applicant !== w.actor.userId) {', 'if (!stored) {', [LIFE]],
    [
      'draft-while-running',
      "if (!EDITABLE.has(stored.status)) throw conflict('单据正在审批中或已结束，不能修改');",
      '',
      [LIFE],
    ],
    ['draft-without-button', "if (input.BusinessId === undefined) demand(ctx.session, module, 'add');", '', [LIFE]],
    [
      'approve-unchecked',
      'const errors = await wrong(w, record, step);\n    if (errors.length > 0) throw invalid(errors);',
      '',
      [LIFE],
    ],
    [
      'approve-other-sections',
      "step === 0 ? {} : parseSection(module, step, 'submit', raw)",
      "parseSection(module, 0, 'draft', raw)",
      [LIFE],
    ],
    [
      'approve-without-audit',
      "await audit(w, `同意：${opened.step?.name ?? ''}`, moved, { ...changesOf(changes), ...opinion });",
      '',
      [TRAIL],
    ],
    [
      'submit-without-audit',
      "await audit(w, before.status === 'returned' ? '重新提交' : '提交', moved, changesOf(changes));",
      '',
      [TRAIL],
    ],
    ['draft-without-audit', "await audit(w, '新建草稿', stored);", '', [TRAIL]],
    ['change-without-audit', "await audit(w, '修改', before, changesOf(changes));", '', [TRAIL]],
    ['submit-new-number-each-time', 'before.serial ?? (await takeSerial', 'await (takeSerial', [LIFE]],
    ['withheld-cleared-by-draft', '.filter(([key]) => !closed.has(key))', '.filter(() => true)', [LIFE]],
  ]),
  ...inFile('engine/forms/moves.ts', [
    [
      'move-without-audit',
      'await audit(w, action, moved, input.Opinion ? { after: { opinion: input.Opinion } } : undefined);',
      '',
      [TRAIL],
    ],
    [
      'hand-over-without-audit',
      "await audit(w, '移交', moved, { before: { 处理人: from.userName }, after: { opinion: input.Opinion } });",
      '',
      [TRAIL, PEOPLE, IDENTITY],
    ],
    [
      'reject-form-version',
      'open: byTask(input.NodeRecordId, input.FormVersion),',
      'open: byTask(input.NodeRecordId),',
      [CALLS, LIFE],
    ],
  ]),
  ...inFile('engine/forms/store.ts', [
    ['record-lock', 'where id = $1::bigint for update`', 'where id = $1::bigint`', [LIFE]],
  ]),
  ...inFile('engine/forms/numbering.ts', [
    ['number-kept-apart-by-module', 'last = serial_counter.last + 1', 'last = serial_counter.last', [LIFE]],
  ]),
  ...inFile('engine/forms/effects-runner.ts', [
    ['effect-twice', 'if (id === undefined) continue;', '', [LIFE, MONEY]],
    [
      'effect-reversed-twice',
      'await sql`update effect_log set reversed_at = app_now() where id = ${row.id}`.execute(tx);',
      '',
      [LIFE],
    ],
  ]),
  ...inFile('engine/forms/access.ts', [
    ['scope-drafts-of-others', "record.status === 'draft' || ", '', [SCOPE]],
    ['scope-without-search', "|| !holds(session, module, 'search')", '', [SCOPE, at('engine/forms/access.db.test.ts')]],
    [
      'classified-shown',
      "return !(typed && ((mine && of.section === 'applicant') || of.section === step));",
      'return false;',
      [LIFE],
    ],
  ]),
  ...inFile('engine/forms/visibility.ts', [
    ['list-drafts-of-others', "(${own} or (${alias}.status <> 'draft' and (", '(${own} or (true and (', [SCOPE]],
    [
      'list-drafts-under-all',
      "if (scope.everything) return `(${alias}.status <> 'draft' or ${own})`;",
      "if (scope.everything) return 'true';",
      [SCOPE],
    ],
  ]),
  ...inFile('platform/policy/scope.ts', [
    [
      'scope-area-of-project',
      'return facts.projectArea !== null && areas.some',
      'return facts.projectArea !== null || areas.some',
      [SCOPE],
    ],
  ]),
  ...inFile('platform/http/write.ts', [
    ['idempotency-other-body', '|| !intent.hash.equals(row.request_hash)', '', [CALLS, RACE]],
    [
      'idempotency-not-stored',
      'await sql`update idempotency set response = ${JSON.stringify(result ?? null)}::jsonb\n      where actor = ${intent.actor} and key = ${intent.key}`.execute(tx);',
      '',
      [CALLS, RACE],
    ],
    [
      'idempotency-across-people',
      'where actor = ${intent.actor} and key = ${intent.key}`.execute(tx);\n  const row',
      'where key = ${intent.key}`.execute(tx);\n  const row',
      [RACE],
    ],
    [
      'retry-never',
      'if (attempt >= 4 || !isRetryable(error)) throw error;',
      'throw error;',
      [RACE, at('resilience.http.test.ts')],
    ],
  ]),
  ...inFile('platform/http/server.ts', [
    [
      'password-due',
      "if (session.mustChangePassword && evenIfPasswordDue !== true) throw forbidden('请先修改密码');",
      '',
      [AUTH],
    ],
    ['access-undeclared', 'if (!admits(access, session)) {', 'if (false) {', [IDENTITY, PEOPLE]],
  ]),
  ...inFile('platform/auth/sessions.ts', [
    ['session-of-another', '!row || row.user_id !== userId', '!row', [AUTH]],
    ['session-idle', "and s.last_seen_at > now() - interval '${IDLE_MS} milliseconds' ", '', [AUTH]],
    ['session-expired', 'and s.expires_at > now() ', '', [AUTH]],
    ['session-of-stopped', " and u.state = 'active'`", '`', [AUTH]],
  ]),
  ...inFile('modules/identity/guard.ts', [
    [
      'people-outside-scope',
      "if (!coversDept(session, user.dept)) throw forbidden('该人员不在您的管理范围内');",
      '',
      [PEOPLE, IDENTITY],
    ],
    [
      'people-change-admins',
      "if (user.admin && !session.roles.includes('admin')) throw forbidden('只有系统管理员可以修改系统管理员的账号');",
      '',
      [PEOPLE, IDENTITY],
    ],
    [
      'people-last-admin',
      "if ((await otherAdmins(tx, without)) === 0) throw refused('至少保留一个管理员');",
      '',
      [PEOPLE, IDENTITY],
    ],
    ['people-own-permissions', 'if (ctx.session.userId !== userId) return;', 'return;', [PEOPLE, IDENTITY]],
    ['people-exclusive-roles', 'if (clash !== undefined) throw', 'if (false) throw', [PEOPLE, IDENTITY]],
  ]),
  ...inFile('effects/books/budget.ts', [
    ['budget-overdrawn', 'if (!rows[0]?.enough)', 'if (false)', [MONEY]],
    ['budget-lock', 'subject = ${key.subject}\n    for update`', 'subject = ${key.subject}`', [MONEY]],
    [
      'budget-entry',
      "await insertRows(\n    tx,\n    'fund_budget_entry',",
      "if (false) await insertRows(\n    tx,\n    'fund_budget_entry',",
      [MONEY],
    ],
    [
      'budget-release-too-much',
      "if (net.column_name === 'reserved')\n      await postBudget(tx, keyOf(net), { reserved: negated(net.net) }, source",
      'await postBudget(tx, keyOf(net), { [net.column_name]: negated(net.net) }, source',
      [MONEY],
    ],
    ['budget-spend-keeps-hold', '{ reserved: negated(net.net), used: net.net }', '{ used: net.net }', [MONEY]],
    [
      'budget-own-hold-counts',
      "and e.source_module = ${except?.module ?? ''} and e.source_id = ${except?.id ?? '0'}",
      'and false',
      [MONEY],
    ],
  ]),
  ...inFile('effects/books/balances.ts', [
    ['balance-overdrawn', "String(error.constraint).endsWith('not_overdrawn')", 'false', [MONEY]],
    ['balance-unknown-account', 'if (rows.length === 0) throw refused', 'if (false) throw refused', [MONEY]],
    ['balance-settle-half', '{ [net.column_name]: `-${net.net}`, [to]: net.net }', '{ [to]: net.net }', [MONEY]],
    ['balance-undo-wrong-sign', "net.net.startsWith('-') ? net.net.slice(1) : `-${net.net}`", 'net.net', [MONEY]],
  ]),
  ...inFile('effects/books/invoices.ts', [
    ['invoice-twice-in-one-record', 'if (twice >= 0) throw usedAlready(detail, twice);', '', [MONEY]],
    ['invoice-held-by-another', "where invoice_register.state in ('released', 'reversed')", '', [MONEY]],
    ['invoice-spelling', ".normalize('NFKC').replace(/\\s+/g, '').toUpperCase()", '', [MONEY]],
    [
      'invoice-release',
      "update invoice_register set state = 'released'",
      'update invoice_register set state = state',
      [MONEY],
    ],
    [
      'invoice-tax-not-reversed',
      'select invoice_id, ${month}, -amount,',
      'select invoice_id, ${month}, amount,',
      [MONEY],
    ],
  ]),
  ...inFile('effects/books/loans.ts', [
    ['loan-of-another', 'and borrower = ${borrower} and voided_at is null', 'and voided_at is null', [MONEY]],
    ['loan-cleared-early', 'claimed + returned = paid', 'claimed + returned > 0', [MONEY]],
    ['loan-budget-not-given-back', "{ used: minus('0', amount) }", "{ used: '0' }", [MONEY]],
  ]),
  ...inFile('effects/books/bank.ts', [
    ['bank-serial-twice', 'if (rows.length === 0) throw invalid', 'if (false) throw invalid', [MONEY]],
    ['bank-reversal-same-way', "case direction when 'in' then 'out' else 'in' end", 'direction', [MONEY]],
    ['bank-reversed-twice', 'and not exists (select from bank_journal r where r.reverses_id = b.id)', '', [MONEY]],
  ]),
  ...inFile('effects/books/stock.ts', [
    ['stock-below-nothing', 'if (!row?.enough)', 'if (false)', [LIFE, at('effects/works.http.test.ts')]],
    ['stock-lock', 'item_id = ${key.item} for update`', 'item_id = ${key.item}`', [at('effects/works.http.test.ts')]],
  ]),
  ...inFile('effects/books/costs.ts', [
    [
      'cost-reversed-same-sign',
      'select project_code, month, account, -amount,',
      'select project_code, month, account, amount,',
      [MONEY],
    ],
  ]),
  ...inFile('effects/payment/payment.effect.ts', [
    [
      'payment-other-payee',
      "if (rows.length === 0) throw invalid([{ path: 'origin'",
      "if (false) throw invalid([{ path: 'origin'",
      [MONEY],
    ],
    [
      'payment-void-after-claims',
      "if (rows.length === 0) throw refused('该预付款已有冲抵或退回，不能作废');",
      '',
      [MONEY],
    ],
  ]),
  ...inFile('effects/payment/borrowing.effect.ts', [
    ['loan-void-after-claims', "if (rows.length === 0) throw refused('该借款已有冲抵或还款，不能作废');", '', [MONEY]],
  ]),
  ...inFile('platform/files/calls.ts', [
    ['file-for-strangers', "throw forbidden('您无权查看该文件');", 'void 0;', [FILES]],
    [
      'attach-to-anothers',
      'if (!(await records.canAttach(tx, session, moduleId, of.BusinessId)))',
      'if (false)',
      [FILES, SCOPE],
    ],
    [
      'attach-without-audit',
      "await audit(tx, {\n        ...who(ctx),\n        kind: '单据',\n        action: '添加附件',",
      "if (false) await audit(tx, {\n        ...who(ctx),\n        kind: '单据',\n        action: '添加附件',",
      [FILES, TRAIL],
    ],
    ['detach-anothers', "if (row.added_by !== session.userId) throw forbidden('只能删除自己上传的附件');", '', [FILES]],
    [
      'detach-after-approval',
      'if (!inHand || (await records.nodeOf(tx, session, row.business_type, row.business_id)) !== row.node)',
      'if (false)',
      [FILES],
    ],
    [
      'detach-without-audit',
      "await audit(tx, {\n      ...who(ctx),\n      kind: '单据',\n      action: '删除附件',",
      "if (false) await audit(tx, {\n      ...who(ctx),\n      kind: '单据',\n      action: '删除附件',",
      [FILES, TRAIL],
    ],
  ]),
  ...inFile('platform/files/files.ts', [
    ['bind-anothers-file', 'and (f.uploaded_by = ${userId} or exists', 'and (true or exists', [FILES]],
    ['file-secret', 'where f.id = ${id} and f.secret = ${secret}`', 'where f.id = ${id}`', [FILES]],
    ['file-executable', 'if (EXECUTABLE.has(known.mime)) throw refused(NOT_SUPPORTED);', '', [FILES]],
    ['file-too-large', 'if (file.truncated()) throw refused(TOO_LARGE);', '', [FILES]],
    ['orphans-that-are-bound', 'and not exists (select from file_link l where l.file_id = f.id)', '', [FILES]],
  ]),
];

export const mutantOf = (id: string): Mutant | undefined => MUTANTS.find((one) => one.id === id);
