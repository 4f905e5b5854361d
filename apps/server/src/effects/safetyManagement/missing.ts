/** Projects whose boilers or pressure vessels nobody has controlled today: their safety chief is told. */
import { sql } from 'kysely';
import { type Engine, followUps } from '../../engine/index.ts';
import type { Db } from '../../platform/db/schema.ts';

interface Missing {
  readonly project: string;
  readonly name: string;
  readonly equipment: string;
  /** Who was named last; null where nobody ever was. */
  readonly chief: string | null;
}

const CONTROLS = { 压力容器: 'safetyOfficerPressureVesselCheck', 锅炉: 'safetyOfficerBoilerCheck' } as const;

/** @returns how many projects were told of */
export const tellMissingControls = (db: Db, engine: Engine, today: string, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Missing>`
      select p.code as project, p.name, d.category as equipment,
        (select c.chief::text from b_safety_control c where c.project = p.code and c.equipment = d.category and not c.voided
          order by c.control_date desc, c.id desc limit 1) as chief
      from project p join device d on d.project_code = p.code and d.state = 'active' and d.category in ('压力容器', '锅炉')
      where p.state = 2
        and not exists (select from f_safety_officer_pressure_vessel_check f where d.category = '压力容器' and f.project = p.code
          and f.control_level = '日管控' and f.control_date = ${today} and f.status in ('running', 'returned', 'approved'))
        and not exists (select from f_safety_officer_boiler_check f where d.category = '锅炉' and f.project = p.code
          and f.control_level = '日管控' and (f.control_time at time zone 'Asia/Shanghai')::date = ${today}
          and f.status in ('running', 'returned', 'approved'))
      group by p.code, p.name, d.category order by p.code, d.category`.execute(tx);
    for (const { project, name, equipment, chief } of rows) {
      const module = equipment === '锅炉' ? CONTROLS.锅炉 : CONTROLS.压力容器;
      const services = followUps({ deps: engine.deps, tx, now, module: { id: module } }, `${module}.missing`, {
        id: '0',
        project,
      });
      await services.todo({
        kind: '日管控提醒',
        title: `${name}${today}未提交${equipment}日管控`,
        project,
        to: chief === null ? [] : [chief],
        ...(chief === null ? { role: 'safetyOfficer' } : {}),
        due: today,
      });
    }
    return rows.length;
  });
