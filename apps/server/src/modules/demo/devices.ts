/** Devices and meters of a demo project, after a consistent machine room: what a hot day needs, the machines can give. */
import { DEMO_ROOM } from '@hengneng/energy/demo';
import type { MeterType } from '@hengneng/energy/measuring';
import type { DemoProject } from './company.ts';
import { isFlagship, metersOf } from './meters.ts';

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

const MODELS: Readonly<Record<MeterType, string>> = {
  电表: 'DTSD341',
  燃气表: 'G250',
  自来水表: 'LXLC-80',
  软水表: 'LXLC-80',
  生活热水表: 'RC82-DN200',
  冷热量表: 'RC82-DN200',
  蒸汽流量计: 'LUGB-DN100',
};

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
  const room = isFlagship(project) ? DEMO_ROOM : null;
  const hosts = room?.chillers ?? (project.size >= 90_000 ? 3 : 2);
  const kw = room?.ratedCooling ?? Math.round((project.size * 95) / 1000 / hosts / 10) * 10;
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
  for (const meter of metersOf(project))
    add({
      code: meter.code,
      name: meter.name,
      category: meter.deviceCategory,
      model: MODELS[meter.type],
      factory_no: `${meter.code.replace('-', '')}${20190000 + at * 100 + Number(meter.code.slice(-2))}`,
      use_kind: meter.use,
      last_reading: (base * meter.share).toFixed(2),
      multiple: Number(meter.multiple).toFixed(4),
      unit: meter.type === '冷热量表' ? 'kWh' : null,
    });
  return devices;
};
