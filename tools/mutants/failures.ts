/**
 * The failures that `failures.db.test.ts` tells of, brought about; the number is that of the scenario. The fifth has none: the lock, the version of
 * the task and the unique indexes each keep it away, so that no single break brings it.
 */
import { inFile, type Mutant } from './mutant.ts';

const FAILURES = ['engine/approval/failures.db.test.ts'];

export const failureMutants: readonly Mutant[] = [
  ...inFile('engine/approval/flow/handle.ts', [
    [
      'failure-1-back-to-the-start',
      "if (to === 'previous') return handled.length > 0 ?",
      "if (to === 'previous') return handled.length < 0 ?",
      FAILURES,
    ],
    ['failure-2-branches-stay', 'run.index === index || siblings\n', 'run.index === index\n', FAILURES],
  ]),
  ...inFile('engine/approval/persist.ts', [
    [
      'failure-3-flow-without-record',
      '  const action = actionOf(writing);\n',
      '  const action = actionOf(writing);\n  await sql`commit`.execute(writing.tx);\n',
      FAILURES,
    ],
  ]),
  ...inFile('platform/http/write.ts', [
    [
      'failure-4-double-click',
      'if (earlier !== undefined) return {',
      'if (earlier?.response === 0) return {',
      FAILURES,
    ],
  ]),
  ...inFile('engine/approval/store.ts', [
    ['failure-6-without-lock', ' limit 1 for update', ' limit 1', FAILURES],
    ['failure-6-lock-not-waited-for', ' limit 1 for update', ' limit 1 for update nowait', FAILURES],
  ]),
  ...inFile('engine/approval/lists.ts', [
    [
      'failure-7-history-is-read',
      '(select count(*) > 1 from wf_task_actor x where x.task_id = t.id) as pool',
      '(select count(*) > 1 from wf_task x where x.run_id + 0 = t.run_id) as pool',
      FAILURES,
    ],
  ]),
  ...inFile('engine/approval/index.ts', [
    ['failure-8-not-what-was-seen', 'seen !== instance.form_version', 'false', FAILURES],
  ]),
  ...inFile('engine/approval/people.ts', [
    [
      'failure-9-who-left-is-asked',
      'return ids.length > 0 ? directory.people(db, ids) : [];',
      "return ids.map((userId) => ({ userId, userName: '', via: '' }));",
      FAILURES,
    ],
  ]),
  ...inFile('engine/approval/load.ts', [
    [
      'failure-10-chain-of-now',
      'instance.definition_id === null ? current : await chainById(tx, instance.definition_id);',
      'current;',
      FAILURES,
    ],
  ]),
];
