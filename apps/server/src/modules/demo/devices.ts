/** Devices and meters of a demo project, after a consistent machine room: what a hot day needs, the machines can give. */
import type { DemoProject } from './company.ts';

export interface DemoDevice {
  readonly code: string;
  readonly name: string;
  readonly category: string;
  readonly model: string;
  readonly factory_no: string | null;
  readonly maker: string | null;
  readonly use_kind: string | null;
  readonly last_reading: string | null;
  readonly multiple: string | null;
  /** Of a heat meter. */
  readonly unit: string | null;
  readonly rated_kw: string | null;
  readonly location: string;
  readonly installed_years: number;
  readonly state: 'active' | 'standby';
}

const pad = (n: number): string => String(n).padStart(2, '0');

/** @param at position of the project, from which numbers that differ between projects follow */
export const devicesOf = (project: DemoProject, at: number): readonly DemoDevice[] => {
  const devices: DemoDevice[] = [];
  const add = (device: Partial<DemoDevice> & Pick<DemoDevice, 'code' | 'name' | 'category'>): void => {
    devices.push({
      model: '',
      factory_no: null,
      maker: null,
      use_kind: null,
      last_reading: null,
      multiple: null,
      unit: null,
      rated_kw: null,
      location: `${project.name.replace(/项目$/, '')}制冷机房`,
      installed_years: 3 + (at % 5),
      state: 'active',
      ...device,
    });
  };
  const hosts = project.size >= 90_000 ? 3 : 2;
  const kw = Math.round((project.size * 95) / 1000 / hosts / 10) * 10;
  for (let i = 1; i <= hosts; i++)
    if (project.host === 'absorption')
      add({
        code: `ZJ-${pad(i)}`,
        name: `${i}号直燃机`,
        category: '主机',
        model: `ZX-${Math.round(kw / 11.63)}HW`,
        factory_no: `ZR${2016 + (at % 6)}${pad(at + 1)}${pad(i)}`,
        maker: '远源空调',
        rated_kw: kw.toFixed(2),
        state: i === hosts ? 'standby' : 'active',
      });
    else
      add({
        code: `ZJ-${pad(i)}`,
        name: `${i}号离心机`,
        category: '主机',
        model: `CVHE-${Math.round(kw / 3.517)}`,
        factory_no: `LX${2017 + (at % 5)}${pad(at + 1)}${pad(i)}`,
        maker: '恒冷制冷',
        rated_kw: kw.toFixed(2),
        state: i === hosts ? 'standby' : 'active',
      });
  if (project.host === 'absorption')
    add({
      code: 'GL-01',
      name: '1号热水锅炉',
      category: '锅炉',
      model: 'CWNS1.4',
      factory_no: `GL${2018 + (at % 4)}${pad(at)}`,
      maker: '华能锅炉',
      rated_kw: '1400.00',
    });
  for (let i = 1; i <= hosts; i++) {
    add({
      code: `LDB-${pad(i)}`,
      name: `${i}号冷温水泵`,
      category: '水泵',
      model: 'KQL200/345-55',
      maker: '同力水泵',
      rated_kw: '55.00',
    });
    add({
      code: `LQB-${pad(i)}`,
      name: `${i}号冷却水泵`,
      category: '水泵',
      model: 'KQL250/345-75',
      maker: '同力水泵',
      rated_kw: '75.00',
    });
    add({
      code: `LT-${pad(i)}`,
      name: `${i}号冷却塔`,
      category: '冷却塔',
      model: 'CTA-600UFW',
      maker: '凌云冷却塔',
      rated_kw: '22.00',
      location: '屋面',
    });
  }
  add({ code: 'RS-01', name: '软水器', category: '水处理设备', model: 'FL-20', maker: '清源' });
  add({ code: 'JY-01', name: '自动加药装置', category: '水处理设备', model: 'JY-500', maker: '清源' });
  // Special equipment: inspected by law, controlled daily by the safety officer.
  add({
    code: 'FJ-01',
    name: '冷温水分水器',
    category: '压力容器',
    model: 'DN600×3200',
    factory_no: `RQ${2017 + (at % 5)}${pad(at)}01`,
    maker: '华能锅炉',
  });
  add({
    code: 'DY-01',
    name: '定压罐',
    category: '压力容器',
    model: 'NZG-800',
    factory_no: `RQ${2017 + (at % 5)}${pad(at)}02`,
    maker: '清源',
  });
  const base = project.size / 10 + at * 137;
  const meter = (
    code: string,
    name: string,
    category: string,
    use: string | null,
    share: number,
    multiple: string,
  ): void =>
    add({
      code,
      name,
      category,
      model:
        category === '电表'
          ? 'DTSD341'
          : category === '燃气表'
            ? 'G250'
            : category === '水表'
              ? 'LXLC-80'
              : 'RC82-DN200',
      factory_no: `${code.replace('-', '')}${20190000 + at * 100 + Number(code.slice(-2))}`,
      use_kind: use,
      last_reading: (base * share).toFixed(2),
      multiple,
      unit: category === '冷热量表' ? 'kWh' : null,
    });
  meter('DB-01', '总电表', '电表', '其他', 3.1, '160.0000');
  meter('DB-02', '主机电表', '电表', '主机', 1.2, '80.0000');
  meter('DB-03', '冷温水泵电表', '电表', '冷温水泵', 0.9, '60.0000');
  meter('DB-04', '冷却水泵电表', '电表', '冷却水泵', 0.95, '60.0000');
  meter('DB-05', '冷却塔风机电表', '电表', '冷却塔风机', 0.4, '20.0000');
  if (project.host === 'absorption') meter('QB-01', '燃气总表', '燃气表', null, 4.6, '1.0000');
  meter('SB-01', '自来水总表', '水表', null, 0.8, '1.0000');
  meter('SB-02', '冷却塔补水表', '水表', null, 0.6, '1.0000');
  meter('WR-01', '卫生热水表', '热水表', null, 0.3, '1.0000');
  meter('RB-01', '冷热量总表', '冷热量表', null, 5.2, '1.0000');
  return devices;
};
