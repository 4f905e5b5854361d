/** What every call rests on: sessions, access, data scope, idempotency, files, and who may manage whom. */
import { inFile, type Mutant } from './mutant.ts';

const SCOPE = ['engine/forms/scope.http.test.ts'];
const TRAIL = ['engine/forms/trail.http.test.ts'];
const WRITE = ['platform/http/write.db.test.ts'];
const HTTP = ['platform/http/http.http.test.ts'];
const AUTH = ['platform/auth/auth.http.test.ts'];
const LOG = ['platform/log.db.test.ts'];
const EVENTS = ['platform/events/events.http.test.ts'];
const FILES = ['platform/files/files.http.test.ts'];
const QUESTIONNAIRE = ['modules/questionnaire/questionnaire.http.test.ts'];
const PEOPLE = ['modules/identity/identity.http.test.ts'];

export const platformMutants: readonly Mutant[] = [
  // What anybody may call, and who reads what they wrote.
  ...inFile('modules/questionnaire/public.ts', [
    ['questionnaire-paused', "if (state === 'paused')", "if (state === 'none')", QUESTIONNAIRE],
    ['questionnaire-taken-out', 'and l.active and q.state', 'and q.state', QUESTIONNAIRE],
    ['questionnaire-unchecked', '...checkAnswers(design, input.Answers), ', '', QUESTIONNAIRE],
  ]),
  ...inFile('modules/questionnaire/source.ts', [
    ['questionnaire-no-puzzle', "throw refuse('提交过于频繁，请完成滑块验证');", 'return;', QUESTIONNAIRE],
    ['questionnaire-any-slide', 'if (rows[0]?.solved !== true) throw', 'if (rows.length > 9) throw', QUESTIONNAIRE],
  ]),
  ...inFile('modules/questionnaire/answers.ts', [
    ['questionnaire-others-answers', "if (!row.visible) throw forbidden('您无权查看该答卷');", '', QUESTIONNAIRE],
    ['questionnaire-any-complaint', 'row.low && row.phone', 'row.phone', QUESTIONNAIRE],
  ]),
  ...inFile('platform/policy/scope.ts', [
    [
      'scope-area-of-project',
      'facts.projectArea !== null && areas.some',
      'facts.projectArea !== null || areas.some',
      SCOPE,
    ],
    ['scope-of-departments', 'starts_with(${columns.dept}, root)', 'true', SCOPE],
  ]),
  ...inFile('platform/http/write.ts', [
    ['acknowledged-unflushed', 'await flushed(db);', '', ['platform/db/flush.db.test.ts']],
    ['waits-for-disk-locked', 'flushLater(db, tx) :', 'undefined :', ['platform/db/flush.db.test.ts']],
    ['waits-for-disk-claimed', ', ${flushedLater(db)} as flushed', '', ['platform/db/flush.db.test.ts']],
    ['idempotency-other-body', '|| !intent.hash.equals(row.request_hash)', '', WRITE],
    [
      'idempotency-not-stored',
      'update idempotency set response = ${response}',
      'update idempotency set response = null',
      WRITE,
    ],
    ['idempotency-across-people', 'values (${intent.actor}, ${intent.key}', "values ('0', ${intent.key}", WRITE],
    ['idempotency-path', '    .update(path)\n', '', WRITE],
    ['retry-never', 'if (attempt >= 4 || !isRetryable(error)) throw error;', 'throw error;', WRITE],
    ['retry-everything', 'attempt >= 4 || !isRetryable(error)', 'attempt >= 4', WRITE],
  ]),
  ...inFile('platform/http/server.ts', [
    ['password-due', "throw forbidden('请先修改密码');", 'void 0;', AUTH],
    ['access-undeclared', 'if (!admits(access, session)) {', 'if (false) {', PEOPLE],
  ]),
  ...inFile('platform/auth/sessions.ts', [
    ['session-of-another', '|| row.user_id !== userId', '', HTTP],
    ['session-idle', "and s.last_seen_at > now() - interval '${IDLE_MS} milliseconds' ", '', AUTH],
    ['session-expired', 'and s.expires_at > now() ', '', AUTH],
    ['session-of-stopped', " and u.state = 'active'`", '`', AUTH],
  ]),
  ...inFile('modules/identity/guard.ts', [
    ['people-outside-scope', 'if (!coversDept(session, user.dept))', 'if (false)', PEOPLE],
    ['people-change-admins', "if (user.admin && !session.roles.includes('admin'))", 'if (false)', PEOPLE],
    ['people-last-admin', 'if ((await otherAdmins(tx, without)) === 0)', 'if (false)', PEOPLE],
    ['people-own-permissions', 'if (ctx.session.userId !== userId) return;', 'return;', PEOPLE],
    ['people-exclusive-roles', 'if (clash !== undefined)', 'if (false)', PEOPLE],
  ]),
  ...inFile('platform/auth/calls.ts', [
    [
      'guesses-at-once',
      'learn nothing.\n    await refuseLocked(ctx.db, input.account, ctx.ip);',
      'learn nothing.',
      AUTH,
    ],
  ]),
  ...inFile('modules/identity/user-write.ts', [
    ['avatar-of-others', 'file?.uploaded_by !== ctx.session.userId || !file.mime', '!file?.mime', FILES],
  ]),
  ...inFile('platform/log.ts', [['log-of-the-row', '!OF_THE_ROW.has(name)', 'true', LOG]]),
  ...inFile('platform/files/calls.ts', [
    ['file-for-strangers', "throw forbidden('您无权查看该文件');", 'void 0;', FILES],
    [
      'attach-to-anothers',
      'if (!(await records.canAttach(tx, session, moduleId, of.BusinessId)))',
      'if (false)',
      FILES,
    ],
    [
      'replace-anothers',
      'if (!(await records.canAttach(tx, ctx.session, moduleId, first.BusinessId)))',
      'if (false)',
      FILES,
    ],
    ['replace-of-others', 'and added_by = ${ctx.session.userId} and removed_at', 'and removed_at', FILES],
    ['detach-anothers', 'if (row.added_by !== session.userId)', 'if (false)', FILES],
    ['detach-submitted', 'if (!inHand ||', 'if (false &&', FILES],
    ['attach-without-audit', "await told(ctx, tx, '添加附件',", "void ('添加附件',", TRAIL],
    ['detach-without-audit', "await told(ctx, tx, '删除附件', row.name", "void ('删除附件', row.name", TRAIL],
    ['replace-without-audit', "await told(ctx, tx, '删除附件', name", "void ('删除附件', name", TRAIL],
  ]),
  ...inFile('platform/events/events.ts', [
    ['listens-signed-out', 'if (!held.has(page.sessionId)) page.reply.raw.end();', 'void held;', EVENTS],
  ]),
  ...inFile('platform/pdf/stamp.ts', [
    ['marks-any-size', ', { maxOutputLength: MOST_UNPACKED }', '', ['platform/pdf/stamp.test.ts']],
  ]),
  ...inFile('platform/files/files.ts', [
    ['file-called-script', 'if (SCRIPT_NAME.test(name)) throw refused(NOT_SUPPORTED);', '', FILES],
    [
      'bind-anothers-file',
      'and (f.uploaded_by is not distinct from ${userId}::bigint or exists',
      'and (true or exists',
      FILES,
    ],
    ['file-secret', 'and f.secret = ${secret}`', '`', FILES],
    ['file-executable', 'if (EXECUTABLE.has(known.mime))', 'if (false)', FILES],
    ['file-too-large', 'if (file.truncated())', 'if (false)', FILES],
    ['orphans-that-are-bound', 'not exists (select from file_link l where l.file_id = f.id)', 'true', FILES],
    ['orphans-of-today', "uploaded_at < now() - interval '24 hours'", 'true', FILES],
  ]),
];
