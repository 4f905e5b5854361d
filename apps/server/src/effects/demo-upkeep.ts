/** What the demo company keeps for upkeep: the tools of the projects, and the valves of their machine rooms. */
import { addDays } from '@hengneng/core';
import { tool, valveLedger } from '@hengneng/forms';
import { sql } from 'kysely';
import { enter, SETUP } from '../engine/books/entries.ts';
import type { Tx } from '../platform/db/schema.ts';
import { dayOf } from './books/source.ts';

const TOOLS = [
  ['活动扳手', '12寸', '通用手工具', 6, '45.00', null],
  ['数字万用表', 'FLUKE 17B+', '检测仪表', 2, '680.00', 150],
  ['可燃气体检漏仪', 'GT-43', '检测仪表', 1, '3200.00', 90],
  ['真空检漏仪', 'SQJ-2000', '真空检漏设备', 1, '12800.00', 210],
  ['冲击电钻', 'GSB 13 RE', '电动工具', 2, '420.00', null],
  ['全身式安全带', '双钩五点式', '安全防护', 4, '260.00', 120],
] as const;

const VALVES = [
  ['V-01', '分水器1号支路', '静态平衡阀', 200, '冷温水', '65'],
  ['V-02', '分水器2号支路', '静态平衡阀', 150, '冷温水', '70'],
  ['AQF-01', '定压罐顶部', '安全阀', 50, '冷温水', null],
  ['RQ-01', '燃气表间', '燃气紧急切断阀', 80, '天然气', null],
] as const;

export async function seedUpkeep(tx: Tx, now: Date): Promise<void> {
  const today = dayOf(now);
  const { rows } = await sql<{
    code: string;
    manager: string | null;
  }>`select code, manager::text from project order by code`.execute(tx);
  await enter(
    tx,
    tool,
    rows.flatMap(({ code, manager }, at) =>
      TOOLS.map(([name, spec, kind, quantity, unitPrice, due]) => ({
        project: code,
        name,
        spec,
        kind,
        quantity,
        lent: 0,
        unitPrice,
        keeper: manager,
        state: '完好',
        nextCalibration: due === null ? null : addDays(today, due + (at % 6) * 20),
      })),
    ),
    SETUP,
  );
  await enter(
    tx,
    valveLedger,
    rows.flatMap(({ code }, at) =>
      VALVES.map(([valveNo, place, kind, dn, medium, setOpening]) => ({
        project: code,
        valveNo,
        place,
        kind,
        dn,
        medium,
        setOpening,
        state: '完好' as const,
        lastServiceOn: addDays(today, -120 - (at % 5) * 10),
        verifyDue: setOpening === null ? addDays(today, 100 + (at % 7) * 30) : null,
      })),
    ),
    SETUP,
  );
}
