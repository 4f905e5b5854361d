/** Projects of the demo company that were won go on to the works and to those who run them: through the product's own calls. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { Driver } from './driver.ts';
import type { Act } from './questionnaire.ts';
import { day, morningBefore } from './script.ts';
import { WON } from './scripts-won.ts';

const CALL = '/bpmapi/ConsultProject/HandOver';
const SALES = 'sales';
const WORKS = 'technicalDirector';
const HEAT = 'A630701';

interface Found {
  readonly project: string;
  readonly handover: string | null;
  readonly revision: number;
  readonly state: string | null;
}

const found = async (db: Db, name: string): Promise<Found | undefined> => {
  const { rows } = await sql<Found>`
    select p.id::text as project, h.id::text as handover, coalesce(h.revision, 0) as revision, h.state
    from f_consult_project p left join handover h on h.consult_project = p.id and h.stage = '销售到工程'
    where p.project_name = ${name} and p.status = 'approved'`.execute(db);
  return rows[0];
};

const paper = (name: string, required: boolean, more: object) => ({
  name,
  required,
  given: true,
  copies: '1',
  ...more,
});

/** What goes along; the last of the papers that must come follows later. */
const contents = async (driver: Driver, at: Date, complete: boolean) => ({
  receiver: await driver.userId(WORKS),
  items: [
    paper('合同', true, { copies: '2', edition: '签署版' }),
    paper('方案', true, { edition: 'V3', dept: HEAT }),
    paper('计算书', true, { edition: 'V2', dept: HEAT }),
    paper('图纸', true, { edition: '施工图', dept: HEAT }),
    complete
      ? paper('设备清单', true, { edition: 'V2' })
      : { name: '设备清单', required: true, given: false, lackNote: '主机型号待厂家确认', supplyOn: day(at, 6) },
    paper('价格测算', false, {}),
  ],
  promises: [
    { clause: '冬季室温', value: '不低于 20 ℃', basis: '合同第5条', controllable: true, responsible: '运营' },
    { clause: '工期', value: '120 天', basis: '报价单', controllable: true, responsible: '工程' },
  ],
  risks: [
    {
      contact: '业主 项目负责人',
      phone: '13611120001',
      matter: '停能改造须避开旺季',
      level: '中',
      response: '分区施工，夜间切换',
      owner: await driver.userId(WORKS),
      dueOn: day(at, 60),
    },
  ],
});

/** Half past ten in China. */
const MORNING = 2.5;

/** What happens to them, each at its moment; what an earlier start did is not done again. */
export const handoverActs = (db: Db, driver: Driver, from: Date): readonly Act[] => {
  const post = async (account: string, at: Date, input: object) =>
    driver.call(await driver.userId(account), at, 'POST', CALL, input);
  const act = (days: number, name: string, run: (of: Found, at: Date) => Promise<unknown>): Act => {
    const at = morningBefore(from, days, MORNING);
    return {
      at,
      async run() {
        const of = await found(db, name);
        if (of !== undefined) await run(of, at);
      },
    };
  };
  const submit = (days: number, name: string, complete: boolean): Act =>
    act(days, name, async (of, at) => {
      if (of.handover === null)
        await post(SALES, at, {
          action: 'submit',
          consultProject: of.project,
          ...(await contents(driver, at, complete)),
        });
    });
  const [first, second] = WON;
  if (first === undefined || second === undefined) return [];
  return [
    submit(40, first.name, true),
    act(38, first.name, async (of, at) => {
      if (of.state !== '待接收') return;
      const { rows } = await sql<{ id: string; dept: string }>`select id::text, dept from handover_item
        where handover = ${of.handover} and given and signed_by is null order by row_no`.execute(db);
      const heat = rows.filter((row) => row.dept === HEAT).map(({ id }) => id);
      const rest = rows.filter((row) => row.dept !== HEAT).map(({ id }) => id);
      if (heat.length > 0) await post('hvacLeader', at, { action: 'sign', Id: of.handover, items: heat });
      if (rest.length > 0) await post(WORKS, at, { action: 'sign', Id: of.handover, items: rest });
      await post(WORKS, at, { action: 'accept', Id: of.handover });
    }),
    submit(20, second.name, false),
    act(19, second.name, async (of, at) => {
      if (of.state !== '待接收') return;
      const { rows } = await sql<{ id: string }>`select id::text from handover_item
        where handover = ${of.handover} and given and signed_by is null and dept = ${HEAT} order by row_no`.execute(db);
      if (rows.length > 0)
        await post('hvacLeader', at, { action: 'sign', Id: of.handover, items: rows.map(({ id }) => id) });
    }),
  ];
};
