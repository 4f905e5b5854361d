/** 主能源: what the hosts of a project burn or draw, from the models of those that are in use. */
import { type RawBuilder, sql } from 'kysely';

const MANY_ENERGIES = '多能源';

/** The energies of a project's hosts, in order. @param project column that has its code */
export const hostEnergies = (project: string): RawBuilder<string[]> =>
  sql<string[]>`array(select distinct m.energy_kind from device d join device_model m on m.id = d.model_id
    where d.project_code = ${sql.ref(project)} and d.category in ('主机', '锅炉') and d.state <> 'retired' and m.energy_kind <> '' order by 1)`;

export const mainEnergy = (energies: readonly string[]): string | null =>
  energies.length > 1 ? MANY_ENERGIES : (energies[0] ?? null);
