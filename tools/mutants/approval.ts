/** Approval: who may do what to a to-do, in which state, under which locks, and what is kept of it. */
import { inFile, type Mutant } from './mutant.ts';

const APPROVAL = ['engine/approval/approval.db.test.ts'];
const WORKFLOWS = ['modules/workflows/workflows.http.test.ts'];
const RACE = ['engine/approval/race.db.test.ts'];
const DESK = ['engine/approval/calls.db.test.ts'];
const STUCK = ['engine/stuck/stuck.http.test.ts'];
const VERIFY = ['engine/approval/verify.http.test.ts'];
const BY_STEP = ['effects/projectContent/role-pages.http.test.ts'];
const STAND_IN = ['modules/absence/delegations.http.test.ts'];
const CALENDAR = ['modules/system/calendar.http.test.ts'];
const EDGES = ['engine/approval/edges.http.test.ts'];
const ADVERSITY = ['engine/approval/adversity.http.test.ts'];
const VERSIONS = ['modules/workflows/versions-race.http.test.ts'];
const DELIVERED = ['effects/energyEfficiency/delivered.http.test.ts'];
const SIGNED = ['engine/forms/signatures.http.test.ts'];
const SIGNERS = ['engine/approval/signers.db.test.ts'];
const LIFE = ['engine/forms/life.db.test.ts'];
const TRAIL = ['engine/forms/trail.http.test.ts'];
const POSTS = ['effects/people/role-posts.http.test.ts'];
const FLOW = ['decide', 'signers', 'property', 'parallel'].map((name) => `engine/approval/flow/${name}.test.ts`);

export const approvalMutants: readonly Mutant[] = [
  ...inFile('engine/approval/prepare.ts', [
    [
      'edge-urge-clock-back',
      'Math.abs(input.now.getTime() - instance.urged_at.getTime()) < every',
      'input.now.getTime() - instance.urged_at.getTime() < every',
      APPROVAL,
    ],
    ['approval-stranger-at-task', 'task.standIns[actor.userId];', 'actor.userId;', APPROVAL],
    ['approval-claimed-task', '(task.claimed_until ?? now) > now', 'false', DESK],
    ['approval-void-by-anyone', '!mayCancel(loaded.state, actor)', 'false', APPROVAL],
    [
      'approval-reject-without-reason',
      "if (command.opinion.trim() === '') throw refused('请填写驳回原因');",
      '',
      APPROVAL,
    ],
    [
      'approval-transfer-without-reason',
      "if (command.opinion.trim() === '') throw refused('请填写转办原因');",
      '',
      APPROVAL,
    ],
    [
      'approval-transfer-to-maker',
      'if (to === loaded.state.starterId && !ownStep(loaded, index)) throw',
      'if (false) throw',
      APPROVAL,
    ],
    ['approval-transfer-to-leaver', 'if ((await directory.people(tx, [to])).length === 0)', 'if (false)', APPROVAL],
    [
      'approval-transfer-outside-choice',
      'if (allowed !== null && !allowed.some',
      'if (allowed?.length === -1 && !allowed.some',
      APPROVAL,
    ],
    [
      'approval-sign-by-maker',
      'if (people.includes(loaded.state.starterId) && !ownStep(loaded, index))',
      'if (false)',
      SIGNERS,
    ],
    ['approval-sign-by-leaver', 'if (found.length < people.length)', 'if (false)', SIGNERS],
    ['adversity-undone-is-handled', "return last?.kind === 'reject';", "return last?.kind !== 'none';", ADVERSITY],
    [
      'approval-take-back-history',
      'if (active === undefined && !(await isNewest(tx, loaded, run)))',
      'if (false)',
      SIGNERS,
    ],
    ['approval-urge-interval', 'if (instance.urged_at !== null) {', 'if (instance.urged_at === input.now) {', APPROVAL],
    ['approval-urge-by-others', "throw forbidden('只有申请人本人可以催办');", 'void 0;', APPROVAL],
  ]),
  ...inFile('engine/approval/execute.ts', [
    ['approval-copy-by-stranger', "if (!part) throw forbidden('只有申请人和审批人可以抄送');", '', APPROVAL],
    ['approval-withdrawn-starts-anew', "found.status !== 'withdrawn'", 'true', APPROVAL],
  ]),
  ...inFile('engine/forms/work.ts', [
    ['field-signed-by-anybody', '!(await deps.files.isDrawnBy(tx, URL, actor.userId))', 'false', SIGNED],
  ]),
  ...inFile('effects/energyEfficiency/delivered.ts', [
    ['delivered-unmarked', 'row.level === SECRET ? SECRET', 'false ? SECRET', DELIVERED],
  ]),
  ...inFile('platform/files/route.ts', [['delivered-in-parts', ' && traces.length === 0', '', DELIVERED]]),
  ...inFile('engine/approval/execute.ts', [
    [
      'adversity-chain-of-the-day',
      'load(tx, instance, input.chain, input.formVersion, input.now)',
      'load(tx, { ...instance, definition_id: null }, input.chain, input.formVersion, input.now)',
      VERSIONS,
    ],
  ]),
  ...inFile('engine/approval/index.ts', [
    [
      'adversity-people-by-memory',
      'const deps: Deps = { directory,',
      'const deps: Deps = { directory: recalling(directory),',
      ADVERSITY,
    ],
    ['approval-open-by-stranger', "throw forbidden('您不是该步骤的处理人');", 'void 0;', APPROVAL],
    ['approval-open-seen-version', 'seen !== instance.form_version', 'false', APPROVAL],
    ['approval-open-other-module', '|| instance.module_id !== by.moduleId', '', APPROVAL],
    ['approval-open-closed-task', "task.state !== 'open')", 'false)', APPROVAL],
  ]),
  ...inFile('engine/approval/store.ts', [
    ['approval-drop-only-drafts', " and status = 'draft'`", '`', APPROVAL],
    ['approval-lock-by-record', ' limit 1 for update', ' limit 1', RACE],
    ['approval-lock-by-task', '$1::bigint) for update', '$1::bigint)', RACE],
  ]),
  ...inFile('engine/approval/tasks.ts', [
    [
      'approval-task-under-its-version',
      "    .where('state', '=', 'open')\n    .where('version', '=', row.version)",
      '',
      APPROVAL,
    ],
    ['approval-notices-stay', '= left_.principal and n.read_at is null', '= left_.principal and false', APPROVAL],
    [
      'approval-closed-task-stays-listed',
      'where a.task_id = gone.task and (a.principal',
      'where false and (a.principal',
      APPROVAL,
    ],
    [
      'approval-claim-outlives-its-task',
      'form_version: input.formVersion,\n      claimed_by: null,',
      'form_version: input.formVersion,',
      DESK,
    ],
  ]),
  ...inFile('engine/approval/persist.ts', [
    ['approval-log-chain', 'prev_hash: loaded.instance.head_hash', "prev_hash: ''", APPROVAL],
    ['approval-snapshot', 'head, writing.input.snapshot)', 'head, {})', LIFE],
  ]),
  ...inFile('engine/forms/commands.ts', [
    [
      'submit-locks-record-first',
      'deps.approval.lock(tx, module.id, input.BusinessId),\n      ownRecord(w, input.BusinessId, undefined),',
      'lockRecord(tx, module, input.BusinessId).then(() => deps.approval.lock(tx, module.id, input.BusinessId)),\n      ownRecord(w, input.BusinessId, undefined),',
      ADVERSITY,
    ],
    ['edge-signed-by-anybody', '!(await w.deps.files.isDrawnBy(w.tx, URL, w.actor.userId))', 'false', EDGES],
  ]),
  ...inFile('platform/files/files.ts', [
    ['edge-signed-with-paper', 'and mime = any(${[...IMAGES]}) and size', 'and size', EDGES],
    ['edge-signed-by-others', 'and uploaded_by = ${userId}::bigint\n', 'and ${userId}::bigint > 0\n', EDGES],
  ]),
  ...inFile('engine/approval/comments.ts', [
    ['edge-comment-cut', 'const letters = [...of.content];', "const letters = of.content.split('');", DESK],
  ]),
  ...inFile('engine/approval/working-time.ts', [
    ['edge-hours-run-backwards', 'let total = 0;\n', 'let total = Math.min(0, end - start);\n', APPROVAL],
  ]),
  ...inFile('engine/approval/eta.ts', [
    ['edge-end-without-conditions', 'holds ?? NEVER', 'NEVER', DESK],
    ['edge-end-of-all-contents', 's.form_version = i.form_version', 's.form_version < i.form_version', DESK],
  ]),
  ...inFile('engine/approval/flow/tasks.ts', [
    [
      'edge-signer-out-blocks',
      'isOut(tasks[at]));\n  if (left.length === 0) return true;',
      'isOut(tasks[at]));\n  if (left.length === 0) return false;',
      EDGES,
    ],
  ]),
  ...inFile('engine/approval/stand-in.ts', [
    [
      'edge-delegates-of-nobody',
      'join listed m on m.principal',
      'join (select * from listed where false) m on m.principal',
      STAND_IN,
    ],
    ['edge-delegates-not-asked-for', 'row?.given === true', 'false', STAND_IN],
  ]),
  ...inFile('modules/system/calendar.ts', [
    ['edge-next-year-unsaid', 'return rows[0]?.year ?? null;', 'return null;', CALENDAR],
  ]),
  ...inFile('modules/workflows/numbers.ts', [
    [
      'edge-turn-since-step',
      "t.created_at at time zone 'Asia/Shanghai' as began",
      "r.created_at at time zone 'Asia/Shanghai' as began",
      WORKFLOWS,
    ],
  ]),
  ...inFile('engine/approval/people.ts', [
    [
      'approval-maker-checks-own',
      'own ? found : found.filter((person) => person.userId !== facts.starterId)',
      'found',
      APPROVAL,
    ],
    ['approval-maker-above', '      (person) => person.userId !== facts.starterId,\n', '      () => true,\n', APPROVAL],
    ['approval-chosen-is-maker', "throw refusedAt('下一步处理人不能是申请人本人');", 'void 0;', APPROVAL],
  ]),
  ...inFile('engine/approval/flow/handle.ts', [
    ['flow-not-yours', "{ run, step, task } : { code: 'notYours' }", '{ run, step, task } : { run, step, task }', FLOW],
    ['flow-starter-ends', "if (to === 'end' && actor === state.starterId)", 'if (false)', FLOW],
    ['flow-target-not-allowed', 'if (!step.rules.rejectTo.includes(kindOf(to)))', 'if (false)', FLOW],
    ['flow-delegate-rejects', "if (task.added?.where === 'delegate')", 'if (false)', FLOW],
  ]),
  ...inFile('engine/approval/flow/people.ts', [
    ['flow-transfer-to-present', 'if (engaged(found.run, at.task).has(to))', 'if (false)', FLOW],
    ['flow-transfer-forbidden', 'if (!found.step.rules.transfer && command.leaving !== true)', 'if (false)', FLOW],
    ['flow-remove-anybody', 'if (!command.tasks.every((at) => isRemovable(step, run, actor, at)))', 'if (false)', FLOW],
  ]),
  ...inFile('engine/approval/flow/take-back.ts', [
    ['flow-take-back-of-others', 'if (task.by !== actor)', 'if (false)', FLOW],
    ['flow-take-back-built-on', 'if (other !== null)', 'if (false)', FLOW],
    ['flow-take-back-gone-on', 'if (by !== undefined)', 'if (false)', FLOW],
    [
      'flow-take-back-sent-back',
      'if (state.runs.some((one) => isBefore(state.blocks, one.index, at.index)))',
      'if (false)',
      FLOW,
    ],
    [
      'adversity-undo-too-late',
      "(state.status === 'approved' && command.grace)",
      "state.status === 'approved'",
      ADVERSITY,
    ],
  ]),
  ...inFile('engine/approval/calls.ts', [
    ['print-without-audit', "await note(tx, ctx, '打印', moduleId, businessId, `第${printed.copy}份`);", '', TRAIL],
    ['claim-without-audit', 'await note(tx, ctx, action, moduleId, businessId);', '', TRAIL],
    ['draft-deletion-without-audit', "await note(tx, ctx, '删除草稿', draft.moduleId, draft.businessId);", '', TRAIL],
  ]),
  ...inFile('engine/approval/rights.ts', [
    ['approval-void-by-maker', 'if (actor.userId === state.starterId) return checkers === undefined;', '', APPROVAL],
  ]),
  ...inFile('engine/approval/seeing.ts', [
    ['steps-of-strangers', "throw forbidden('您无权查看该单据');", 'return;', DESK],
  ]),
  ...inFile('engine/approval/verify.ts', [
    [
      'print-content-unchecked',
      'intact: log.ok && (!settled || content === printed.form_hash),',
      'intact: log.ok,',
      VERIFY,
    ],
    ['print-change-unsaid', 'changed: content !== printed.printed_form,', 'changed: false,', VERIFY],
  ]),
  ...inFile('engine/stuck/repair.ts', [
    [
      'repair-twice',
      "if (found === undefined) throw refused('该问题已不存在，请刷新');",
      'if (found === undefined) return { done: "" };',
      STUCK,
    ],
  ]),
  ...inFile('engine/approval/records.ts', [
    ['claim-by-stranger', 'and array[${principalOf(userId)}] <@ ${PRINCIPALS} and', 'and', DESK],
    ['claim-of-anothers', 'and (claimed_by is null or claimed_by = ${userId} or claimed_until <= ${now})', '', DESK],
    [
      'print-number-lock',
      'select pg_advisory_xact_lock(hashtextextended(${`print:',
      'select hashtextextended(${`print:',
      DESK,
    ],
    ['draft-deletion-of-others', ".where('starter', '=', userId)\n", '\n', DESK],
  ]),
  ...inFile('modules/workflows/write.ts', [
    [
      'workflow-stale-draft',
      'if (stampOf(draft) === stamp) return draft;',
      'if (stamp !== null) return draft;',
      WORKFLOWS,
    ],
    [
      'workflow-untried',
      'if (draft !== null) await demandTried(',
      'if (text.cc.length > 99) await demandTried(',
      WORKFLOWS,
    ],
    ['workflow-nobody', '  await demandNobodyMissing(tx, engine, module, text);\n', '', WORKFLOWS],
  ]),
  ...inFile('modules/workflows/migrate.ts', [
    ['workflow-migrate-unfit', 'if (row.fits) await move(', 'if (row.InstanceId) await move(', WORKFLOWS],
  ]),
  ...inFile('engine/forms/chain-in-force.ts', [
    [
      'workflow-submit-by-memory',
      'const [published] = await newest(tx, module.id);',
      'const published = known?.byModule.get(module.id);',
      WORKFLOWS,
    ],
    ['workflow-unfit-used', '&& chainFits(module.form, text).length === 0', '', WORKFLOWS],
  ]),
  ...inFile('engine/approval/lists.ts', [
    ['todos-of-any-step', '[sql`${key} = any(${[...filters.stepKeys]}::text[])`]', '[]', BY_STEP],
    ['handled-counted-to-the-end', ' limit ${MOST_COUNTED + 1}) counted)`', ') counted)`', DESK],
    ['handled-of-any-module', '[sql`a.module_id = ${moduleId}`]', '[]', DESK],
  ]),
  ...inFile('engine/approval/counts.ts', [
    ['counts-of-any-step', 'sql`and ${key} = any(${[...stepKeys]}::text[])`', 'sql``', BY_STEP],
  ]),
  ...inFile('modules/workflows/numbers.ts', [
    ['workflow-bottleneck-anywhere', 'spent.indexOf(Math.max(...spent))', '0', WORKFLOWS],
  ]),
  ...inFile('modules/identity/role-posts.ts', [
    ['posts-for-administrators', "if (role.code === 'admin') throw", 'if (false) throw', POSTS],
    ['posts-over-changed', 'if (input.seen !== undefined && !sameTexts', 'if (false && !sameTexts', POSTS],
    ['posts-out-by-hand', 'if (first !== undefined)\n    throw', 'if (false)\n    throw', POSTS],
    ['posts-lost-by-hand', 'if (clash !== undefined)\n    throw', 'if (false)\n    throw', POSTS],
  ]),
  ...inFile('modules/identity/user-write.ts', [
    ['posts-of-oneself', 'if (byPost !== nowByPost) await', 'if (false) await', POSTS],
  ]),
  ...inFile('engine/approval/asked-steps.ts', [
    ['unknown-step-asked', 'known.find((one) => one.key === key)', 'known.find(() => true)', BY_STEP],
  ]),
];
