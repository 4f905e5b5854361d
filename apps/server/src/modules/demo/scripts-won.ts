/** What the demo records of projects that were won say: registered, consulted on, offered and taken; older than those that consulting goes on with. */
import { consult, inSight, offer } from './scripts-consulting.ts';
import type { Driver } from './driver.ts';
import { approved, day, first, type Script, type Tools } from './script.ts';

interface Won {
  readonly name: string;
  readonly owner: string;
  readonly building: string;
  readonly mode: string;
  readonly price: string;
  readonly contact: string;
}

export const WON: readonly Won[] = [
  {
    name: '云栖国际酒店空调改造',
    owner: '云栖国际酒店有限公司',
    building: '酒店',
    mode: 'EMC能源托管',
    price: '7150000.00',
    contact: '韩总监',
  },
  {
    name: '滨湖医院二期能源站',
    owner: '滨湖医院',
    building: '医院',
    mode: 'EMC效益分享',
    price: '7280000.00',
    contact: '葛院长',
  },
  {
    name: '南岸商业广场制冷机房',
    owner: '南岸商业管理有限公司',
    building: '商业综合体',
    mode: 'EPC总包',
    price: '7060000.00',
    contact: '余经理',
  },
];

/** A script that says the same but for what is given. */
const but = (script: Script, fields: Readonly<Record<string, unknown>>, steps: Script['steps'] = {}): Script => ({
  ...script,
  fields: async (tools, driver) => ({ ...(await script.fields(tools, driver)), ...fields }),
  steps: { ...script.steps, ...steps },
});

const scriptsOf = (won: Won, at: number): readonly Script[] => {
  const found = (entity: string) => (driver: Driver, tools: Tools) =>
    first(driver, tools, 'sales', entity, { Keyword: won.name });
  const project = found('consultProject');
  return [
    but(inSight(approved(60 - at)), {
      projectName: won.name,
      ownerName: won.owner,
      buildingType: won.building,
      intentMode: won.mode,
      address: `示范路 ${String(100 + at * 8)} 号`,
      contacts: [
        { contactName: won.contact, post: '项目负责人', influence: '决策人', attitude: '支持', mobile: '13611120001' },
      ],
    }),
    but(
      consult(0, approved(57 - at), project),
      {
        demand: `${won.name}：现有系统能耗偏高，要求比选方案并测算节能量`,
        ...(won.mode === 'EPC总包' ? { businessMode: 'EPC总包' } : {}),
      },
      { 技术总监审定: async () => ({ ctoOpinion: '同意推荐方案', committeeReview: at < 2 }) },
    ),
    but(
      offer(0, approved(53 - at), project, found('consult')),
      { buyer: won.owner },
      {
        申请人报出: async (tools) => ({ sentDate: day(tools.now), customerResult: '成交', dealPrice: won.price }),
      },
    ),
  ];
};

export const WON_PROJECTS: readonly Script[] = WON.flatMap(scriptsOf);
