/** 合同附件: papers that belong to a contract itself. */
import type { contractAddFile } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import { bindFiles } from '../../platform/files/files.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import { invalid } from '../../platform/http/errors.ts';
import { projectsVisible } from '../projects/index.ts';
import { demandContract } from './card.ts';

/** Under which these papers are kept. */
export const CONTRACT_FILE = 'contractFile';

export const addContractFile = (
  ctx: Ctx,
  { ContractCode, kind, paper, note = null }: z.output<typeof contractAddFile.input>,
): Promise<{ Id: string; version: number }> =>
  ctx.write(async (tx) => {
    await demandContract(tx, ctx.session, ContractCode);
    // Two who upload at once wait for each other: a version is one paper.
    await sql`select 1 from contract where code = ${ContractCode} for update`.execute(tx);
    const { rows } = await sql<{ id: string; version: number }>`
      insert into contract_file (contract, kind, version, paper, note, added_by)
      select ${ContractCode}, ${kind}, coalesce(max(f.version), 0) + 1, ${JSON.stringify(paper)}::jsonb, ${note}, ${ctx.session.userId}
      from contract_file f where f.contract = ${ContractCode} and f.kind = ${kind} returning id::text as id, version`.execute(
      tx,
    );
    const { id = '', version = 1 } = rows[0] ?? {};
    const errors = await bindFiles(tx, CONTRACT_FILE, id, [{ path: 'paper', URL: paper.URL }], ctx.session.userId);
    if (errors.length > 0) throw invalid(errors);
    await trail(tx, ctx, {
      kind: '单据',
      action: '上传合同附件',
      object: `合同 ${ContractCode}`,
      summary: `${kind} 第${version}版：${paper.Name}`,
    });
    return { Id: id, version };
  });

/** They are read by whoever sees the contract's project. */
export const seesContractFile: SeesPaper = async (db, session, id) => {
  const { rows } =
    await sql`select 1 from contract_file f join contract c on c.code = f.contract join project p on p.code = c.project_code
    where f.id = ${id} and ${projectsVisible(session)}`.execute(db);
  return rows.length > 0;
};
