/** The contract that customers are asked about. */
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { notFound } from '../../platform/http/errors.ts';
import { projectsVisible } from '../projects/index.ts';

export interface AskedContract {
  readonly code: string;
  readonly name: string;
  readonly project: string;
  readonly projectName: string;
  readonly customer: string;
  readonly ours: string;
}

/** @throws notFound where there is none that the person may see */
export const askedContract = async (ctx: Ctx, db: Db | Tx, code: string): Promise<AskedContract> => {
  const { rows } = await sql<AskedContract>`
    select c.code, c.name, c.project_code as project, p.name as "projectName", c.party_a as customer, c.party_b as ours
    from contract c join project p on p.code = c.project_code
    where c.code = ${code} and c.kind <> '外包合同' and ${projectsVisible(ctx.session, 'p')}`.execute(db);
  const [contract] = rows;
  if (contract === undefined) throw notFound('合同不存在，或您没有查看它的权限');
  return contract;
};
