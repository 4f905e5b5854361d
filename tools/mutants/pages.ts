/** Pages over several forms: what is done on them, by whom, and what stays unseen. */
import { inFile, type Mutant } from './mutant.ts';

const PEOPLE = ['modules/ledgers/people.http.test.ts'];
const PAPERS = ['modules/ledgers/papers.http.test.ts'];

export const pageMutants: readonly Mutant[] = [
  ...inFile('modules/personnel/transfers.ts', [
    ['transfer-confirmed-by-others', 'notice.employee !== ctx.session.userId', 'false', PEOPLE],
    ['transfer-closed-by-anyone', '![notice.toManager, ...notice.leads].includes(ctx.session.userId)', 'false', PEOPLE],
    ['transfer-seen-by-anyone', 'seen === undefined || row === undefined', 'row === undefined', PEOPLE],
    ['transfer-arrives-tomorrow', 'input.arrivedOn > notice.today', 'false', PEOPLE],
  ]),
  ...inFile('modules/personnel/materials.ts', [
    ['entry-archived-unchecked', 'entry.unchecked > 0', 'false', PEOPLE],
    ['entry-changed-in-archive', "if (entry.archiveNo !== null) throw refused('材料已归档，不能再修改');", '', PEOPLE],
    ['entry-any-file', '    await refuseOthers(tx, named);\n', '', PEOPLE],
  ]),
  ...inFile('modules/personnel/remind.ts', [['reminded-twice-a-day', 'if (rows.length > 0)', 'if (false)', PAPERS]]),
  ...inFile('modules/ledgers/letters.ts', [
    ['letter-secret-to-anyone', "(r.secrecy in ('公开', '内部') or", '(true or', PAPERS],
    ['letter-out-before-lawyers', 'or r.legal_opinion is not null)', 'or true)', PAPERS],
  ]),
  ...inFile('effects/assetsAndCertificate/credentials.ts', [
    ['loan-to-who-is-late', 'loan.planReturn <= latest', 'false', PAPERS],
  ]),
];
