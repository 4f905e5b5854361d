/** What the demo records of projects that were won say: registered, consulted on, offered and taken; older than those that consulting goes on with. */
import { consult, inSight, offer } from './scripts-consulting.ts';
import { approved, day, first, type Fill, type Script } from './script.ts';

interface Won {
  readonly name: string;
  readonly owner: string;
  readonly building: string;
  readonly mode: string;
  readonly price: string;
  readonly contact: string;
  /** Index among the districts that can be picked. */
  readonly rank: number;
}

export const WON: readonly Won[] = [
  {
    name: '云栖国际酒店空调改造',
    owner: '云栖国际酒店有限公司',
    building: '酒店',
    mode: 'EMC能源托管',
    price: '7150000.00',
    contact: '韩总监',
    rank: 1,
  },
  {
    name: '滨湖医院二期能源站',
    owner: '滨湖医院',
    building: '医院',
    mode: 'EMC效益分享',
    price: '7280000.00',
    contact: '葛院长',
    rank: 2,
  },
  {
    name: '南岸商业广场制冷机房',
    owner: '南岸商业管理有限公司',
    building: '商业综合体',
    mode: 'EPC总包',
    price: '7060000.00',
    contact: '余经理',
    rank: 3,
  },
];

/** A script that says the same but for what is given. */
const but = (script: Script, fields: Fill, steps: Script['steps'] = {}): Script => ({
  ...script,
  fields: async (tools, driver) => ({ ...(await script.fields(tools, driver)), ...(await fields(tools, driver)) }),
  steps: { ...script.steps, ...steps },
});

const scriptsOf = (won: Won, at: number): readonly Script[] => {
  const project: Fill = async (tools, driver) => ({
    consultProject: await first(driver, tools, 'sales', 'consultProject', { Keyword: won.name }),
  });
  return [
    but(inSight(approved(60 - at)), async () => ({
      projectName: won.name,
      ownerName: won.owner,
      buildingType: won.building,
      intentMode: won.mode,
      address: `示范路 ${String(100 + won.rank * 8)} 号`,
      contacts: [
        { contactName: won.contact, post: '项目负责人', influence: '决策人', attitude: '支持', mobile: '13611120001' },
      ],
    })),
    but(consult(0, approved(57 - at)), async (tools, driver) => ({
      ...(await project(tools, driver)),
      demand: `${won.name}：现有系统能耗偏高，要求比选方案并测算节能量`,
      ...(won.mode === 'EPC总包' ? { businessMode: 'EPC总包' } : {}),
    })),
    but(
      offer(0, approved(53 - at)),
      async (tools, driver) => ({
        ...(await project(tools, driver)),
        consult: await first(driver, tools, 'sales', 'consult', { Keyword: won.name }),
        buyer: won.owner,
      }),
      {
        申请人报出: async (tools) => ({ sentDate: day(tools.now), customerResult: '成交', dealPrice: won.price }),
      },
    ),
  ];
};

export const WON_PROJECTS: readonly Script[] = WON.flatMap(scriptsOf);
