/** Records: what their commands check, in which version and under which lock, who sees them, their numbers, effects and audit. */
import { inFile, type Mutant } from './mutant.ts';

const LIFE = ['engine/forms/life.db.test.ts'];
const ACCESS = ['engine/forms/access.db.test.ts'];
const SCOPE = ['engine/forms/scope.http.test.ts'];
const TRAIL = ['engine/forms/trail.http.test.ts'];
const NUMBERS = ['engine/forms/numbering.db.test.ts'];
const LIST_PLANS = ['engine/forms/list-plans.db.test.ts'];
const RUNNER = ['engine/forms/effects-runner.db.test.ts'];

export const formMutants: readonly Mutant[] = [
  ...inFile('engine/references/exist.ts', [
    [
      'points-into-another-project',
      'owner !== within.value',
      'false',
      ['effects/collectionSettlement/settlement.http.test.ts'],
    ],
  ]),
  ...inFile('engine/references/module-source.ts', [
    [
      'points-at-what-was-not-approved',
      "`m.status = 'approved' and ${visibleSql(module, session, 'm', bind, use)}`",
      "visibleSql(module, session, 'm', bind, use)",
      ['engine/forms/preview.http.test.ts'],
    ],
    [
      'points-at-what-one-may-not-see',
      "`m.status = 'approved' and ${visibleSql(module, session, 'm', bind, use)}`",
      "`m.status = 'approved'`",
      ['engine/forms/preview.http.test.ts'],
    ],
  ]),
  ...inFile('engine/references/reach.ts', [
    [
      'preview-tells-of-other-projects',
      'if (!allowed.has(value) && given',
      'if (false && given',
      ['engine/forms/preview.http.test.ts'],
    ],
  ]),
  ...inFile('engine/forms/list.ts', [
    [
      'list-walks-back-to-what-is-old',
      'const gathered = seeks(module, input) && (matched ?? 0) < MANY;',
      'const gathered = false;',
      LIST_PLANS,
    ],
  ]),
  ...inFile('engine/forms/commands.ts', [
    ['submit-form-version', 'if (input.FormVersion !== before.version) throw', 'if (false) throw', LIFE],
    [
      'approve-form-version',
      'notInBatch(opened.step));\n    // What the approval let pass, it has looked at; the record itself must be the one it knows.\n    if (opened.formVersion !== before.version) throw',
      'notInBatch(opened.step));\n    if (false) throw',
      LIFE,
    ],
    ['draft-form-version', 'if (version !== undefined && version !== stored.version)', 'if (false)', LIFE],
    ['draft-of-others', 'if (!stored || stored.applicant !== w.actor.userId) {', 'if (!stored) {', LIFE],
    ['draft-while-running', 'if (!EDITABLE.has(stored.status))', 'if (false)', LIFE],
    ['draft-without-button', "if (input.BusinessId === undefined) demand(ctx.session, module, 'add');", '', ACCESS],
    ['approve-unchecked', '...(await wrong(w, before.id, record, step)),', '', LIFE],
    [
      'approve-other-sections',
      "step === 0 ? {} : parseSection(module, step, 'submit', raw)",
      "parseSection(module, 0, 'draft', raw)",
      LIFE,
    ],
    ['submit-without-audit', 'audit(w, done, {', 'void (done, {', TRAIL],
    ['draft-without-audit', "audit(w, '新建草稿', stored)", 'Promise.resolve()', TRAIL],
    ['change-without-audit', "audit(w, '修改', before, changesOf(module, changes))", 'Promise.resolve()', TRAIL],
    ['submit-new-number-each-time', 'before.serial === null ? { numbered }', 'true ? { numbered }', LIFE],
    ['withheld-cleared-by-draft', '.filter(([key]) => !closed.has(key))', '', LIFE],
  ]),
  ...inFile('engine/forms/moves.ts', [
    ['hand-over-without-audit', "await audit(w, '移交',", "void ('移交',", TRAIL],
    ['reject-form-version', 'byTask(input.NodeRecordId, input.FormVersion)', 'byTask(input.NodeRecordId)', LIFE],
  ]),
  ...inFile('engine/forms/work.ts', [
    ['command-without-audit', 'audit(w, of.action, stored, of.values)', 'undefined', TRAIL],
    [
      'agreed-without-effects',
      'if (endsWithIt(w, outcome, false))',
      'if (endsWithIt(w, outcome, false) || true)',
      LIFE,
    ],
  ]),
  ...inFile('engine/forms/store.ts', [['record-lock', '$1::bigint for update`', '$1::bigint`', LIFE]]),
  ...inFile('engine/forms/numbering.ts', [
    ['number-cut-off', 'greatest(${digits}::integer, length(last::text))', '${digits}::integer', NUMBERS],
    ['number-given-twice', 'last = serial_counter.last + 1', 'last = serial_counter.last', NUMBERS],
    [
      'number-of-all-months',
      'const { head, digits, tail } = parts(pattern, now);\n  const known',
      "const { digits, tail } = parts(pattern, now);\n  const head = '';\n  const known",
      NUMBERS,
    ],
  ]),
  ...inFile('engine/forms/effects-runner.ts', [
    ['effect-twice', 'if (id === undefined) continue;', '', RUNNER],
    ['effect-reversed-twice', 'set reversed_at = app_now()', 'set reversed_at = null', LIFE],
    ['effect-of-other-events', 'if (eventOf(use) !== event) continue;', '', RUNNER],
    [
      'effect-reversal-of-other-events',
      'if (events && !events.some((event) => event === row.event)) continue;',
      '',
      RUNNER,
    ],
  ]),
  ...inFile('engine/forms/access.ts', [
    ['scope-drafts-of-others', "record.status === 'draft' || ", '', SCOPE],
    ['scope-without-search', "|| !holds(session, module, 'search')", '', ACCESS],
    ['classified-shown', 'if (!underSeal && !isWithheld(session, of)) return false;', 'return false;', LIFE],
    ['classified-to-its-maker', 'of.editable && of.field.from === undefined', 'true', LIFE],
  ]),
  ...inFile('engine/forms/visibility.ts', [
    ['list-drafts-of-others', "(${own} or (${alias}.status <> 'draft' and (", '(${own} or (true and (', SCOPE],
    ['list-drafts-under-all', "return `(${alias}.status <> 'draft' or ${own})`;", "return 'true';", SCOPE],
  ]),
];
