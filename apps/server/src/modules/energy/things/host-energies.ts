/** 主能源: what the hosts of a project burn or draw, from the models of those that are in use. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';

const MANY_ENERGIES = '多能源';

/** The energies of a project's hosts, in order. @param project column that has its code */
export const hostEnergies = (project: string): RawBuilder<string[]> =>
  sql<string[]>`array(select distinct m.energy_kind from device d join device_model m on m.id = d.model_id
    where d.project_code = ${sql.ref(project)} and d.category in ('主机', '锅炉') and d.state <> 'retired' and m.energy_kind <> '' order by 1)`;

export const mainEnergy = (energies: readonly string[]): string | null =>
  energies.length > 1 ? MANY_ENERGIES : (energies[0] ?? null);

/** By project; those whose hosts say nothing have none. */
export async function mainEnergies(db: Db, projects: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ code: string; energies: readonly string[] }>`
    select p.code, ${hostEnergies('p.code')} as energies from project p where p.code = any(${[...projects]}::text[])`.execute(
    db,
  );
  return new Map(
    rows.flatMap(({ code, energies }) => {
      const energy = mainEnergy(energies);
      return energy === null ? [] : [[code, energy] as const];
    }),
  );
}
