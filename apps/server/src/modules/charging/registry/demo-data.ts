/** What the demo company's communities are made of: names and numbers from a fixed seed, so that every demo is the same. */
export const DEMO_COMMUNITIES = [
  {
    code: 'BJ',
    name: '滨江花园',
    project: 'EMC01001',
    address: '滨江路18号',
    phone: '021-50000018',
    manager: 'propertyManager',
    cashiers: ['cashier'],
  },
  {
    code: 'KC',
    name: '科创中心',
    project: 'EMC01002',
    address: '创新路66号',
    phone: '021-50000066',
    manager: 'propertyManager',
    cashiers: ['cashier', 'cashier2'],
  },
  {
    code: 'YQ',
    name: '云栖雅苑',
    project: 'OM01001',
    address: '湖滨路9号',
    phone: '0571-80000009',
    manager: 'propertyManager2',
    cashiers: ['cashier', 'cashier2'],
  },
] as const;

const fee = (
  code: string,
  name: string,
  [kind, category, basis, cycle]: readonly [string, string, string, string],
  [before, price, tax]: readonly [string | null, string, number],
  communities: readonly string[],
  subject = '主营业务收入',
) => ({
  code,
  name,
  kind,
  category,
  basis,
  cycle,
  before,
  price,
  tax,
  communities,
  subject,
  tax_name: kind === '押金' ? '' : tax === 9 ? '供冷供暖服务' : tax === 13 ? '电力' : '物业服务',
  undelivered: name === '物业费' ? '50' : '100',
});

const ALL = ['BJ', 'KC', 'YQ'] as const;
export const DEMO_FEES = [
  fee('GL', '供冷费', ['周期性', '供冷费', '供能面积', '供冷季'], ['22', '24', 9], ALL),
  fee('CN', '采暖费', ['周期性', '采暖费', '供能面积', '供暖季'], ['26', '28', 9], ALL),
  fee('JB', '空调基本费', ['周期性', '空调基本费', '供能面积', '月'], [null, '1.2', 6], ['BJ']),
  fee('JL', '计量费', ['计量', '计量费', '冷热量', '月'], ['0.65', '0.68', 9], ['KC']),
  fee('GQ', '公区能耗费', ['周期性', '其他', '冷热量', '月'], [null, '0.68', 9], ['KC']),
  fee('RS', '生活热水费', ['计量', '生活热水费', '热水量', '月'], [null, '32', 9], ['YQ']),
  fee('WY', '物业费', ['周期性', '其他', '建筑面积', '月'], ['2.4', '2.8', 6], ALL),
  fee('GT', '公摊电', ['代收', '电费', '按户', '月'], [null, '15', 13], ['YQ'], '其他应付款'),
  fee('YJ', '装修押金', ['押金', '其他', '固定金额', '次'], [null, '2000', 0], [], '其他应付款'),
  fee('HS', '换锁费', ['临时', '其他', '固定金额', '次'], [null, '120', 6], [], '其他业务收入'),
];

/** Numbers that look like chance and are the same each time (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const FAMILY = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗'];
const GIVEN = '子涵 志强 秀英 建华 丽娟 伟 敏 静 海燕 国庆 雨桐 浩然 桂芳 文杰 晓东 玉兰 俊杰 欣怡 永刚 春梅'.split(
  ' ',
);
/** Of the rooms that the company had from the start. */
const FIRST_OWNERS = ['陈立新', '周晓梅', '吴建平', '郑丽华', '孙志强', '马春燕', '朱文博', '胡雪琴'] as const;

/** Has let three offices side by side, each of another owner, and pays for all of them itself. */
const COMPANY = {
  name: '嘉禾设计有限公司',
  phone: '19500009001',
  rooms: ['A座-801', 'A座-802', 'A座-803'],
} as const;

const LAYOUTS = [
  ['两室一厅', 88.6],
  ['两室两厅', 96.4],
  ['三室一厅', 108.2],
  ['三室两厅', 125.8],
  ['四室两厅', 142.5],
  ['三室两厅', 118.3],
  ['开间', 64.2],
  ['套间', 86.9],
] as const;

const BUILDINGS = [
  { community: 'BJ', building: '1栋', kind: '住宅', units: [null], floors: 20, doors: 6 },
  { community: 'BJ', building: '2栋', kind: '住宅', units: [null], floors: 20, doors: 6 },
  { community: 'KC', building: 'A座', kind: '办公', units: [null], floors: 15, doors: 8 },
  { community: 'YQ', building: '1', kind: '住宅', units: ['1', '2'], floors: 10, doors: 4 },
  { community: 'YQ', building: '2', kind: '住宅', units: ['1', '2'], floors: 10, doors: 4 },
  { community: 'YQ', building: '3', kind: '住宅', units: ['1', '2'], floors: 10, doors: 4 },
] as const;

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
/** A number of a person who is nobody: right in form, of a place code that no district has. */
function idNo(at: number): string {
  const first = `999000${1955 + (at % 45)}${String(1 + (at % 12)).padStart(2, '0')}${String(1 + (at % 28)).padStart(2, '0')}${String(at % 1000).padStart(3, '0')}`;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(first[index]), 0);
  return `${first}${'10X98765432'[sum % 11]}`;
}

const stateOf = (office: boolean, dice: number): string => {
  if (dice < 0.05) return '空置';
  if (dice < 0.07) return '未交付';
  if (office) return '商用';
  return dice < 0.19 ? '出租' : '自住';
};

/** The rooms that the company had from the start keep their owners, numbers and areas. */
function firstOf(block: number, floor: number, door: number) {
  const at = floor - 1;
  if (block > 2 || door !== 1 || at > 3) return null;
  const nth = block * 4 + at;
  return {
    owner: FIRST_OWNERS[(nth + at) % FIRST_OWNERS.length] ?? '',
    phone: `1390000${String(1000 + nth * 7 + at)}`,
    energy: 86 + at * 12.5,
  };
}

export function demoRooms(year: number) {
  const next = chance(20_260_101);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  let ord = 0;
  return BUILDINGS.flatMap(({ community, building, kind, units, floors, doors }, block) =>
    units.flatMap((unit) =>
      Array.from({ length: floors * doors }, (_, index) => {
        ord++;
        const [floor, door] = [Math.floor(index / doors) + 1, (index % doors) + 1];
        const code = `${floor}${String(door).padStart(2, '0')}`;
        const first = firstOf(block, floor, door);
        const office = kind === '办公';
        const [layout, size] = LAYOUTS[office ? 6 + (door % 2) : (door + block) % 6] ?? LAYOUTS[0];
        const energy = first?.energy ?? Math.round(size * (office ? 1.6 : 0.92) * 100) / 100;
        const build = first === null ? (office ? Math.round(size * 170) / 100 : size) : Math.round(energy * 110) / 100;
        const state = first === null ? stateOf(office, next()) : '自住';
        const company = office && next() < 0.7;
        const name = company
          ? `${pick(FAMILY)}氏${pick(['软件', '设计', '贸易', '咨询'])}有限公司`
          : pick(FAMILY) + pick(GIVEN);
        const tenant = state === '出租' ? pick(FAMILY) + pick(GIVEN) : null;
        const fullCode = [building, unit, code].filter((part) => part !== null).join('-');
        const ofCompany = COMPANY.rooms.some((room) => room === fullCode);
        return {
          ord,
          community,
          building,
          building_kind: kind,
          unit,
          code,
          full_code: fullCode,
          floor,
          usage: office ? '非居民' : '居民',
          layout,
          state: ofCompany ? '商用' : state,
          deliver_day: `${year - 3}-01-01`,
          build_area: build,
          inner_area: Math.round(build * 82) / 100,
          energy_area: energy,
          owner: first?.owner ?? name,
          phone: first?.phone ?? `1960000${String(ord).padStart(4, '0')}`,
          id_no: company && first === null ? '' : idNo(ord),
          tenant: ofCompany ? COMPANY.name : tenant,
          tenant_phone: ofCompany ? COMPANY.phone : tenant === null ? null : `1950000${String(ord).padStart(4, '0')}`,
          tenant_pays: ofCompany,
          flags: next() < 0.01 ? ['关怀户'] : next() < 0.01 ? ['争议'] : [],
        };
      }),
    ),
  );
}
